import type { Naming } from "./naming.js";

/**
 * The names and URLs of BigQuery, Knowledge Graph Search, Cloud Composer, API Gateway and Cloud Endpoints: the default.
 * Rules that these services do not enforce are off; `docs/naming.md` gives the reason for each.
 *
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
export const googleNaming: Naming = Object.freeze<Naming>({
  name: "google",
  servicePath: "bigquery",
  addresses: {
    warehouse: "https://bigquery.googleapis.com",
    entities: "https://kgsearch.googleapis.com",
    environments: "https://composer.googleapis.com",
  },
  scopeBase: "https://www.googleapis.com/auth",
  product: "composer",
  engine: "airflow",
  openValues: true,
  requestIdHeaders: ["x-request-id", "x-goog-request-id", "x-cloud-trace-context"],
  searchVocabulary: { prefix: "goog", address: "http://schema.googleapis.com/" },
  userInfoHeader: undefined, // depends on the gateway
  extensions: {
    issuer: "x-google-issuer",
    jwksUri: "x-google-jwks_uri",
    audiences: "x-google-audiences",
    backend: "x-google-backend",
    locations: "x-google-jwt-locations",
    auth: "x-google-auth",
    endpoint: "x-google-endpoint",
  },
  findings: {
    // Google's own samples have authorization URLs.
    "authorization-url": "info",
  },
  issuerBase: "https://securetoken.google.com",
  jwksUri: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  rules: {
    "clustering-needs-time-partitioning": "off",
    "native-table-partition-columns": "off",
    "field-name-start": "off",
    "privacy-policy-one-member": "off",
    "privacy-unit-column-form": "off",
    "object-metadata": "warn",
    "external-connection-separator": "off",
    "biglake-connection-separator": "off",
    "biglake-connection-required": "off",
    "biglake-storage-uri-required": "off",
    "biglake-storage-uri-slash": "off",
    "biglake-file-format-required": "off",
    "biglake-table-format-required": "off",
    "json-options-only-json": "warn",
    "avro-options-only-avro": "warn",
    "parquet-options-only-parquet": "warn",
    "bigtable-options-only-bigtable": "warn",
    "csv-delimiter-utf-8": "warn",
    "sheets-range-form": "off",
    "column-qualifier-required": "off",
    "column-family-encoding": "warn",
    "column-encoding": "warn",
  },
});
