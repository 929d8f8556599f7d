import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import type { ReasonCode } from './finding.ts';

/** One key of the target by which it rules cells out, or leaves them to be observed at most. */
export interface SilencingKey {
  /** Its path in the target file. */
  readonly key: string;
  /** How a person calls what is then not judged, such as `authentication`. */
  readonly subject: string;
  /** The verdict that such cells can have at most; one that is observed may pass all the same. */
  readonly becomes: 'not-applicable' | 'observed';
  /** Says that no run can see such a fault refused, so that none is sent. Left out: it is sent, and may pass. */
  readonly isUnseen?: true;
  /** The reason, for a person, why the target silences this cell; undefined if it does not. */
  readonly why: (requirement: RequirementId, on: OperationId, facts: Facts) => string | undefined;
  /** The reason of such a verdict. Left out: that the target does not say it, or does not allow it. */
  readonly reason?: ReasonCode;
  /** Says that no certificate is granted to a line of which this is not judged. Left out: it is granted. */
  readonly isNeeded?: (requirement: RequirementId, on: OperationId, facts: Facts) => boolean;
}
