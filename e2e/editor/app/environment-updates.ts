// Constructors of environment updates: hovers, signatures, and the body that follows from a mask.
import { createClient, environmentUpdate, planEnvironmentUpdates } from "fourfold";

const { environments } = createClient({ baseUrl: "https://services.test" });
const name = "projects/p/locations/l/environments/e";
const window = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T04:00:00Z", recurrence: "FREQ=DAILY" };

// # constructors
environmentUpdate.labels/*?*/({ team: "data" });
environmentUpdate.labels.replace/*?*/({ team: "data" });
environmentUpdate.labels.clear();
environmentUpdate.pypiPackages/*?*/({ numpy: ">=2" });
environmentUpdate.airflowConfigOverrides({ "core-parallelism": "64" });
environmentUpdate.envVariables/*?*/.clear();
environmentUpdate.envVariables.replace/*?*/({ A: "1" });
environmentUpdate.nodeCount(4);
environmentUpdate.schedulerCount/*?*/(2);
environmentUpdate.imageVersion("composer-2.9.6-airflow-2.9.3");
environmentUpdate.webServerNetworkAccessControl/*?*/({ allowedIpRanges: [{ value: "10.0.0.0/8" }] });
environmentUpdate.cloudDataLineageIntegration({ enabled: true });
environmentUpdate.databaseMachineType/*?*/("db-n1-standard-4");
environmentUpdate.webServerMachineType/*?*/("composer-n1-webserver-2");
environmentUpdate.maintenanceWindow(window);
environmentUpdate.workloadsConfig/*?*/({ scheduler: { count: 2 } });
environmentUpdate.environmentSize("ENVIRONMENT_SIZE_SMALL");
environmentUpdate.fromMask/*?*/(["labels.team"], { labels: { team: "data" } });
environmentUpdate.unlisted/*?*/(["config.resilienceMode"], {});

// # bodies of masks
environmentUpdate.fromMask(["labels.team"], { labels/*?*/: {} });
environmentUpdate.fromMask(["labels.team"], { labels: { team: "data" } });
environmentUpdate.fromMask(["config.nodeCount"], { config/*?*/: { nodeCount: 4 } });
environmentUpdate.fromMask(["config.nodeCount"], { config: { nodeCount/*?*/: 4 } });
environmentUpdate.fromMask(["config.softwareConfig.envVariables"], { config: { softwareConfig/*?*/: {} } });
environmentUpdate.fromMask(["config.maintenanceWindow"], { config: { maintenanceWindow/*?*/: window } });

// # updates
environmentUpdate.nodeCount(4).updateMask/*?*/;
environmentUpdate.nodeCount(4).environment;

// # plans
planEnvironmentUpdates/*?*/({ name }, { labels: {} });
planEnvironmentUpdates({ name }, { labels/*?*/: {} });
planEnvironmentUpdates({ name }, { config: { nodeCount: 4 } });

// # signatures
environmentUpdate.labels(/*(*/{ team: "data" });
environmentUpdate.labels.replace(/*(*/{ team: "data" });
environmentUpdate.pypiPackages({ numpy: ">=2" });
environmentUpdate.airflowConfigOverrides(/*(*/{ "core-parallelism": "64" });
environmentUpdate.envVariables.replace({ A: "1" });
environmentUpdate.nodeCount(/*(*/4);
environmentUpdate.schedulerCount(2);
environmentUpdate.imageVersion(/*(*/"composer-2.9.6-airflow-2.9.3");
environmentUpdate.databaseMachineType(/*(*/"db-n1-standard-4");
environmentUpdate.maintenanceWindow(window);
environmentUpdate.fromMask(/*(*/["labels.team"], { labels: { team: "data" } });
environmentUpdate.fromMask(["labels.team"], { labels: { team: "data" } });
environmentUpdate.unlisted(/*(*/["config.resilienceMode"], {});
planEnvironmentUpdates({ name }, { labels: {} });
planEnvironmentUpdates({ name }, /*(*/{ labels: {} });
environments.get(/*(*/name);
environments.patch(name, environmentUpdate.nodeCount(4));
environments.patch(name, /*(*/environmentUpdate.nodeCount(4));
environments.apply(name, []);
environments.apply(name, /*(*/[]);
environments.operation("projects/p/locations/l/operations/o");
