import type { RestAnswer } from '../answer-digest.ts';

/** The answer that a draft got at rest. */
export interface RestOfDraft {
  /** Id of the draft. */
  readonly draft: string;
  readonly answer: RestAnswer;
  /** Id of that price request, where ids can be compared. */
  readonly id: string | undefined;
}
