/** The stages that can refuse a draft, in a client's order. */
export const STAGES = ['write', 'price', 'contract'] as const;

/** One of the stages. */
export type Stage = (typeof STAGES)[number];

/** The checkpoints that a target declares, by their key in its decisions (P6); each has a default there. */
export type DeclaredCheckpoint =
  | 'schema'
  | 'onlyAllowedWhen'
  | 'employer'
  | 'startDate'
  | 'roadsideAssistance'
  | 'landlordAnswers'
  | 'personXorCompany'
  | 'vehicleIdentification';
