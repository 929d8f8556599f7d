/** Validity rules that hold on a shared machine; a test tightens the one that it is about. */
export const ANY_MACHINE = {
  dropped: 1,
  rate: 1,
  lag: 60_000,
  cpu: 1,
  memory: 1,
  retransmits: 1,
  throttled: true,
} as const;

/** A load profile of two seconds, with limits that no busy machine breaks. */
export const SHORT_PROFILE = {
  kind: 'steps',
  description: 'of a test',
  steps: [{ rate: 10, seconds: 2 }],
  judgeEvery: 1,
  journeys: 1,
  calibration: 1,
  validity: ANY_MACHINE,
};
