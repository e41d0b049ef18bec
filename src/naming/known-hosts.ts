/** Export name of the naming profile for each known host. */
export const KNOWN_HOSTS: Readonly<Record<string, string>> = {
  "bigquery.googleapis.com": "googleNaming",
  "kgsearch.googleapis.com": "googleNaming",
  "composer.googleapis.com": "googleNaming",
};
