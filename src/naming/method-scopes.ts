// Generated from the method tables by `npm run docs`.

/** Last path segments of the scopes of each call; `warehouse` is a placeholder for the profile's service path. */
export const METHOD_SCOPES = {
  warehouse: {
    projects: {
      list: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
    },
    datasets: {
      list: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      get: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      insert: ["warehouse", "cloud-platform"],
      ensure: ["warehouse", "cloud-platform"],
    },
    tables: {
      list: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      get: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      insert: ["warehouse", "cloud-platform"],
      patch: ["warehouse", "cloud-platform"],
      update: ["warehouse", "cloud-platform"],
      delete: ["warehouse", "cloud-platform"],
      getIamPolicy: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      setIamPolicy: ["warehouse", "cloud-platform"],
      testIamPermissions: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      modify: ["warehouse", "cloud-platform"],
      ensure: ["warehouse", "cloud-platform"],
      getAll: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      plan: ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"],
      apply: ["warehouse", "cloud-platform"],
    },
  },
  entities: {
    search: [],
    suggest: [],
  },
  environments: {
    list: ["cloud-platform"],
    get: ["cloud-platform"],
    patch: ["cloud-platform"],
    operation: ["cloud-platform"],
    apply: ["cloud-platform"],
    ensure: ["cloud-platform"],
  },
} as const;

/** Permissions of each call that requires permissions; `{product}` and `{servicePath}` are placeholders for those of the profile. */
export const METHOD_PERMISSIONS = {
  warehouse: {
    datasets: {
      get: ["{servicePath}.datasets.get"],
      insert: ["{servicePath}.datasets.create"],
      ensure: ["{servicePath}.datasets.get", "{servicePath}.datasets.create"],
    },
  },
  environments: {
    patch: ["{product}.environments.update"],
    apply: ["{product}.environments.update"],
    ensure: ["{product}.environments.update"],
  },
} as const;
