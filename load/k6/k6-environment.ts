/** What k6 is given of an environment: no usage report, no extension fetched, none of its caller's secrets. */
export const K6_ENVIRONMENT = {
  K6_NO_USAGE_REPORT: 'true',
  K6_AUTO_EXTENSION_RESOLUTION: 'false',
} as const;
