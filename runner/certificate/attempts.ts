import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Attempts } from '../../store/certificate/evidence-seal.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import { targetKey, newestRuns } from '../last-failures.ts';
import type { Outcome } from '../../store/outcome.ts';

/** Runs beside this one that are looked at. */
const MOST = 100;

const recordAt = ({ run }: RunFolder): RunRecord | undefined => {
  try {
    const record = JSON.parse(readFileSync(run, 'utf8')) as RunRecord;
    return record.state === 'finished' ? record : undefined;
  } catch {
    return undefined;
  }
};

/** Earlier runs on the same target beside this one, the newest first: who certifies until it is green shows how often. */
const earlierRuns = ({ path }: RunFolder, record: RunRecord): Attempts['earlier'] =>
  newestRuns(dirname(path))
    .filter((each) => basename(each.path) < basename(path))
    .slice(0, MOST)
    .flatMap((each) => {
      const past = recordAt(each);
      if (past === undefined || targetKey(past) !== targetKey(record)) return [];
      const { command, startedAt, exitCode } = past;
      return [{ run: basename(each.path), command, startedAt, exitCode }];
    });

/** Every attempt behind the verdicts of a run. */
export const attemptsOf = (
  folder: RunFolder,
  { record, verdicts, findings, exchanges }: Outcome,
): Attempts => ({
  findings: findings.length,
  repeated: findings.filter(({ attempt }) => attempt > 1).length,
  intermittent: verdicts
    .filter(({ verdict, sightings }) => sightings > 0 && verdict !== 'fail' && verdict !== 'waived')
    .map(({ cell }) => cell),
  repetitions: exchanges.filter(({ attempt }) => attempt > 1).length,
  earlier: [...earlierRuns(folder, record)],
});
