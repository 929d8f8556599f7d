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
