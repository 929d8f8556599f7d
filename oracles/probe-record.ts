/** A probe that a run was to send, whatever became of it: one line of `probes.jsonl`. */
export interface ProbeRecord {
  /** The name under which its exchanges are recorded. */
  readonly probe: string;
  /** Hash of what was drawn for it beforehand, and of what that was drawn for. */
  readonly data: string;
}
