/** A load profile of two seconds, whose limits no busy machine breaks. */
export const SHORT_PROFILE = {
  kind: 'steps',
  description: 'of a test',
  steps: [{ rate: 10, seconds: 2 }],
  judgeEvery: 1,
  journeys: 1,
  calibration: 1,
  validity: { dropped: 0.9, rate: 0.9, lag: 50_000, cpu: 1, throttled: true },
};
