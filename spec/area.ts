/** Areas of the requirements, and their titles. */
export const AREA_TITLES = {
  protocol: 'Protocol: paths, versions, credentials, statuses',
  fields: 'Fields that have to be refused',
  legal: 'Values that have to be accepted',
  resources: 'What answers show',
  rules: 'Business rules',
  prices: 'Prices',
  state: 'State: ids, ownership, what is kept',
} as const;

/** Area of a requirement. */
export type Area = keyof typeof AREA_TITLES;
