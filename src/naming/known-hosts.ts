/** Hosts of the services of naming profiles, with the profile's export. */
export const KNOWN_HOSTS: Readonly<Record<string, string>> = {
  "bigquery.googleapis.com": "googleNaming",
  "kgsearch.googleapis.com": "googleNaming",
  "composer.googleapis.com": "googleNaming",
};
