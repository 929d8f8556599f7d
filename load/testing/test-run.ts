import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import type { Target } from '../../client/target.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import type { Line } from '../../spec/line.ts';
import { checkProfile } from '../profiles/load-profile.ts';
import { prepare } from '../preparation/prepare.ts';
import type { ProfileInput, StepsProfile } from '../profiles/profile.ts';
import { runLoad } from '../run-load.ts';
import { type LoadResult } from '../verdict/conclude.ts';
import { ANY_MACHINE } from './short-profile.ts';
import { scheduleOf } from '../measuring/schedule.ts';
import { openSession } from '../session.ts';

/** A profile of one short plateau with everything judged. */
export const shortProfile = (profile: Partial<ProfileInput> = {}): StepsProfile => {
  const checked = checkProfile(
    {
      kind: 'steps',
      description: 'of a test',
      steps: [{ rate: 20, seconds: 2 }],
      judgeEvery: 1,
      calibration: 0,
      validity: ANY_MACHINE,
      ...profile,
    },
    'of a test',
  );
  if (checked.kind !== 'steps') throw new Error('expected a profile of steps');
  return checked;
};

/** Result and files of a test run. */
export interface TestRun {
  readonly result: LoadResult;
  readonly exchanges: readonly string[];
}

/** Texts that a pause or another process on the machine can add to any run, of a correct service too. */
const OF_BUSY_MACHINE = /no answer for [\d.]+ s|: p50 rises /;

/** A result as a machine without pauses would have it: without stalls and rises of the p50. */
const onQuietMachine = (result: LoadResult): LoadResult => {
  const [reasons, notes] = [result.reasons, result.notes].map((texts) =>
    texts.filter((text) => !OF_BUSY_MACHINE.test(text)),
  ) as [string[], string[]];
  const isAllOfIt = result.reasons.length > 0 && reasons.length === 0;
  const verdict = isAllOfIt && result.verdict === 'INCONCLUSIVE' ? 'PASS' : result.verdict;
  return { ...result, reasons, notes, verdict };
};

/**
 * Sends the load of a profile to a service that needs no credential, on motor gap alone. The result says nothing of
 * stalls and rising latencies, which no test with a real k6 can rule out.
 */
export const runTestLoad = async (
  k6: string,
  address: string,
  profile: StepsProfile,
  more: {
    readonly target?: Partial<Target>;
    readonly lines?: readonly Line[];
    readonly instances?: number;
    readonly readyIn?: number;
    readonly live?: LiveMetrics;
    readonly tags?: Readonly<Record<string, string>>;
    readonly onLog?: (line: string) => void;
    readonly onStart?: (pid: number) => void;
    /** Disables the verification of certificates. */
    readonly insecure?: true;
  } = {},
): Promise<TestRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = more.lines ?? ['gap'];
  const verified = await testTarget({ base_url: address, ...more.target });
  const target = more.insecure
    ? { ...verified, network: { ...verified.network, insecure: '--insecure' as const } }
    : verified;
  const files = {
    exchanges: join(folder, 'exchanges.jsonl'),
    findings: join(folder, 'findings.jsonl'),
    points: join(folder, 'points.jsonl'),
  };
  const session = openSession({ target, seed: 1, runId: 'test', today: '2026-03-01', files });
  try {
    const planned = new Map(lines.map((line) => [line, 40]));
    const prepared = await prepare(session, planned, () => undefined, more.instances);
    const result = await runLoad({
      session,
      k6,
      profile,
      lines: scheduleOf(profile, lines).length > 0 ? lines : [],
      prepared,
      history: join(folder, 'history.jsonl'),
      ...(more.instances === undefined ? {} : { instances: more.instances }),
      ...(more.readyIn === undefined ? {} : { readyIn: more.readyIn }),
      ...(more.live ? { live: more.live } : {}),
      ...(more.tags ? { tags: more.tags } : {}),
      ...(more.onLog ? { onLog: more.onLog } : {}),
      ...(more.onStart ? { onStart: more.onStart } : {}),
    });
    const exchanges = readFileSync(files.exchanges, 'utf8').split('\n').filter(Boolean);
    return { result: onQuietMachine(result), exchanges };
  } finally {
    await session.close();
  }
};
