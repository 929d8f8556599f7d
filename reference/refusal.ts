import type { Choices } from './choices.ts';
import type { KnownOperation } from '../spec/operations.ts';

/** Reason for refusing a request; each cause has one status per operation. */
export type Cause =
  | 'malformed'
  | 'media-type'
  | 'schema'
  | 'rule'
  | 'unauthenticated'
  | 'no-right'
  | 'foreign'
  | 'unknown'
  | 'not-yet'
  | 'version'
  | 'country'
  | 'not-live'
  | 'sent-on';

/** Details of a refusal beside its message: the JSON pointer of the field, a status that the text states (E1), a Location. */
export interface RefusalDetail {
  readonly field?: string | undefined;
  readonly status?: number | undefined;
  /** Target of a redirection (S1, W2). */
  readonly location?: string | undefined;
}

/** Thrown by any stage of the pipeline to refuse a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  override readonly cause: Cause;
  readonly detail: RefusalDetail;

  constructor(cause: Cause, message: string, detail: RefusalDetail = {}) {
    super(message);
    this.cause = cause;
    this.detail = detail;
  }
}

const unknownStatus = (operation: KnownOperation, { errors }: Choices): number => {
  if (operation.failures === null) return errors.unknown;
  return operation.failures.includes(404) ? 404 : errors.unknownAtGapPrice;
};

/** The status of a cause on an operation: the one that its detail entry lists, else the service's choice (S2 to S6). */
export const statusOf = (cause: Cause, operation: KnownOperation, choices: Choices): number => {
  const { errors } = choices;
  const refused = operation.failures?.includes(400) ? 400 : errors.unlisted;
  const statuses: Readonly<Record<Cause, number>> = {
    malformed: 400,
    'media-type': 415,
    schema: refused,
    rule: operation.failures?.includes(402) ? errors.rule : refused,
    unauthenticated: 401,
    // S10: a service that conceals objects does so on every operation, even if its list has no 404.
    'no-right': errors.noRight,
    foreign: errors.foreign,
    unknown: unknownStatus(operation, choices),
    'not-yet': 404,
    version: errors.version,
    country: errors.country,
    'sent-on': 302,
    'not-live': choices.landlordLeads === 'live' ? 501 : choices.landlordLeads,
  };
  return statuses[cause];
};
