// Apart from the schema, which loads zod: the suites ask for these without loading a target.

/** What is sent for paymentTerm where the target names no value (P5). */
export const DEFAULT_PAYMENT_TERMS: string[] = ['YEARLY'];
/** The vehicle that is sent where the target names none (P5). */
export const DEFAULT_VEHICLE_CODES: { code: string; vehicleType: '10' | '20'; country: string }[] =
  [{ code: '10000', vehicleType: '10', country: 'BE' }];
