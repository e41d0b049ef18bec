// Lists that Cloud Composer changes from time to time, as of 29 November 2026.

/** Creates a pattern for all names that are not in a list. */
const noneOf = (names: string) => new RegExp(`^(?!(?:${names.trim().replaceAll(/\s+/g, "|")})$)`);

/** Names of environment variables that the reference of the API reserves (`SoftwareConfig.envVariables`), and names of Airflow's settings. */
export const RESERVED_VARIABLES: RegExp = noneOf(`
  AIRFLOW_HOME CONTAINER_NAME C_FORCE_ROOT DAGS_FOLDER GCP_PROJECT GCS_BUCKET GKE_CLUSTER_NAME SQL_DATABASE SQL_INSTANCE
  SQL_PASSWORD SQL_PROJECT SQL_REGION SQL_USER AIRFLOW__[A-Z0-9_](?:[A-Z0-9]|_(?!_))*__[A-Z0-9_]+
`);

/** Further names, from https://cloud.google.com/composer/docs/composer-3/set-environment-variables. */
export const SERVICE_VARIABLES: RegExp = noneOf(`
  AIRFLOW_DATABASE_VERSION AIRFLOW_SRC_DIR AIRFLOW_WEBSERVER AUTO_GKE CLOUDSDK_METRICS_ENVIRONMENT CLOUD_LOGGING_ONLY
  COMPOSER_AGENT_BUILD_SERVICE_ACCOUNT COMPOSER_ENVIRONMENT COMPOSER_ENVIRONMENT_SIZE COMPOSER_GKE_LOCATION
  COMPOSER_GKE_NAME COMPOSER_GKE_ZONE COMPOSER_LOCATION COMPOSER_OPERATION_UUID COMPOSER_PYTHON_VERSION
  COMPOSER_VERSION GCE_METADATA_TIMEOUT GCP_TENANT_PROJECT GCSFUSE_EXTRACTED GKE_IN_TENANT
  GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT MAJOR_VERSION MINOR_VERSION PATH PIP_DISABLE_PIP_VERSION_CHECK
  PORT PROJECT_ID PYTHONPYCACHEPREFIX PYTHONWARNINGS REDIS_PASSWORD REDIS_PORT REDIS_USER SQL_HOST
`);

/** Airflow configuration that Cloud Composer sets itself, from https://cloud.google.com/composer/docs/concepts/airflow-configurations.  */
export const BLOCKED_OVERRIDES: RegExp = noneOf(`
  api_auth-jwt_.* celery-broker_url celery-celery_app_name celery-default_queue celery-pool celery-result_backend
  celery-worker_log_server_port cli-.* core-base_log_folder core-dags_folder core-encrypt_s3_logs core-fernet_key
  core-load_examples core-log_format core-logging_config_class core-plugins_folder core-remote_base_log_folder
  core-remote_log_conn_id core-remote_logging core-security core-sql_alchemy_conn core-sql_alchemy_pool_recycle
  core-sql_alchemy_pool_size core-store_dag_code core-store_serialized_dags core-task_log_reader
  core-wait_dag_not_found_timeout database-alembic_ini_file_path database-sql_alchemy_conn
  database-sql_alchemy_pool_recycle database-sql_alchemy_pool_size kubernetes-namespace kubernetes-pod_template_file
  operators-default_queue scheduler-child_process_log_directory smtp-smtp_password
`);

/** Limits of Airflow configuration in Cloud Composer 3, from https://cloud.google.com/composer/docs/airflow-configurations. */
export const OVERRIDE_LIMITS: ReadonlyMap<string, { readonly least?: number; readonly most?: number }> = new Map([
  ["celery-worker_concurrency", { least: 1, most: 24 }],
  ["core-dag_file_processor_timeout", { most: 600 }],
  ["core-dagbag_import_timeout", { most: 600 }],
  ["core-min_file_process_interval", { least: 30 }],
  ["kubernetes_executor-worker_pods_queued_check_interval", { least: 30, most: 60 }],
  ["scheduler-scheduler_heartbeat_sec", { least: 15 }],
  ["triggerer-job_heartbeat_sec", { least: 30 }],
]);
