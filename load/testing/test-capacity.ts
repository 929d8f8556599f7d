import { healthOf } from '../measuring/health.ts';
import { testMeasured } from './test-measured.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testTarget } from '../../client/testing/test-target.ts';
import { type Capacity, findCapacity, type Plateau } from '../measuring/capacity.ts';
import { checkProfile } from '../profiles/load-profile.ts';
import { prepare } from '../preparation/prepare.ts';
import { type CapacityProfile, plateauProfile } from '../profiles/profile.ts';
import { runLoad } from '../run-load.ts';
import { type LoadResult } from '../verdict/conclude.ts';
import { openSession } from '../session.ts';
import { ANY_MACHINE } from './short-profile.ts';

/** A capacity search for tests, on motor gap. */
export const testCapacityProfile = (
  given: Partial<Pick<CapacityProfile, 'start' | 'seconds' | 'factor' | 'most'>>,
): CapacityProfile => {
  const profile = checkProfile(
    {
      kind: 'capacity',
      description: 'of a test',
      start: 100,
      seconds: 2,
      most: 8,
      validity: { ...ANY_MACHINE, dropped: 0.5, rate: 0.5 },
      ...given,
    },
    'of a test',
  );
  if (profile.kind !== 'capacity') throw new Error('expected a profile of a search');
  return profile;
};

/** Plateaus of a simulated service: it drops starts above `holds`; the generator is late above `late`. */
export const simulatedPlateau =
  (holds: number, late = Infinity) =>
  async (rate: number): Promise<LoadResult> => {
    const dropped = rate > holds ? 10 : 0;
    const series = {
      planned: 100,
      dropped,
      requests: 100 - dropped,
      wantedRate: rate,
      rate,
      errors: 0,
      unanswered: {},
      connections: 0,
      statuses: {},
      judged: 1,
      wrong: 0,
      sketch: null,
    };
    return {
      verdict: 'PASS',
      reasons: [],
      wrong: [],
      problems: [],
      silence: undefined,
      schedule: [],
      calibration: undefined,
      health: healthOf([]),
      samples: [],
      facts: [
        {
          name: 'schedule lag, p99',
          value: rate > late ? 99 : 1,
          limit: 10,
          unit: 'ms',
          ok: rate <= late,
        },
      ],
      points: [],
      trends: [],
      stalls: [],
      notes: [],
      measured: testMeasured({ lines: { gap: series }, requestRate: rate }),
    };
  };

/** Searches for the capacity of a real service with k6. */
export const searchTestCapacity = async (
  k6: string,
  address: string,
  given: Parameters<typeof testCapacityProfile>[0],
  onPlateau: (plateau: Plateau) => void = () => undefined,
): Promise<Capacity> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-capacity-'));
  const files = {
    exchanges: join(folder, 'exchanges.jsonl'),
    findings: join(folder, 'findings.jsonl'),
    points: join(folder, 'points.jsonl'),
  };
  const target = await testTarget({ base_url: address });
  const session = openSession({ target, seed: 1, runId: 'test', today: '2026-03-01', files });
  try {
    const prepared = await prepare(session, new Map([['gap', 200]]), () => undefined);
    const profile = testCapacityProfile(given);
    const run = (rate: number, index: number, pace: number): Promise<LoadResult> =>
      runLoad({
        session: { ...session, runId: `test-${index}` },
        k6,
        profile: plateauProfile(profile, rate),
        lines: ['gap'],
        prepared,
        pace: () => pace,
        history: join(folder, 'history.jsonl'),
      });
    return await findCapacity(profile, run, onPlateau);
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
