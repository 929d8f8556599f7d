import type { ProfileInput } from './profile.ts';

/** The profiles that `--profile NAME` knows. */
export const PROFILES = {
  smoke: {
    kind: 'steps',
    description:
      'ten seconds for CI: is it right under a little load, and does the way there work?',
    steps: [{ rate: 20, seconds: 10 }],
    judgeEvery: 1,
    journeys: 0.5,
    calibration: 3,
    // About correctness, on machines that others use, too.
    validity: {
      dropped: 0.05,
      rate: 0.05,
      lag: 2000,
      cpu: 0.9,
      retransmits: 0.1,
      throttled: true,
    },
  },
  load: {
    kind: 'steps',
    description: 'the rate of every day, long enough for a p99',
    warmUp: { rate: 50, seconds: 60 },
    steps: [{ rate: 50, seconds: 600 }],
    journeys: 1,
    calibration: 30,
  },
  stress: {
    kind: 'steps',
    description: 'more and more, past what is expected',
    warmUp: { rate: 25, seconds: 30 },
    steps: [25, 50, 100, 200, 400].map((rate) => ({ rate, seconds: 60 })),
    journeys: 1,
    calibration: 30,
  },
  spike: {
    kind: 'steps',
    description: 'a sudden tenfold, and back',
    warmUp: { rate: 20, seconds: 30 },
    steps: [
      { rate: 20, seconds: 60 },
      { rate: 200, seconds: 30 },
      { rate: 20, seconds: 60 },
    ],
    journeys: 1,
    calibration: 30,
  },
  soak: {
    kind: 'steps',
    description: 'a little for two hours: does it leak?',
    warmUp: { rate: 20, seconds: 60 },
    steps: [{ rate: 20, seconds: 7200 }],
    trend: 0.2,
    journeys: 0.5,
    calibration: 30,
  },
  capacity: {
    kind: 'capacity',
    description: 'the highest rate that holds for a minute',
    start: 25,
    seconds: 60,
    calibration: 30,
  },
} as const satisfies Readonly<Record<string, ProfileInput>>;
