/** The one country with a line of business (Limits, Countries); case insensitive in paths. */
export const COUNTRY = 'BE';
/** Values of jobloss terms.claimLimit.value, and of claimLimit in prices, in hundredths of EUR (Limits). */
export const CLAIM_LIMITS = [500000, 100000, 200000, 300000] as const;
/** Days that a start date may lie after the purchase date of the policy (Limits; not motor gap). */
export const START_DATE_DEFERRAL_DAYS = 30;
/** Months before the contract date within which a purchase counts as recent (motor gap invoice rule). */
export const RECENT_PURCHASE_MONTHS = 6;
/** The header that every operation requires (Versioning 1). */
export const VERSION_HEADER = 'Service-Api-Version';
/** The only available version (Versioning 2). */
export const VERSION = '1.0';
