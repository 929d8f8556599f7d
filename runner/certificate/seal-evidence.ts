import { basename, dirname, join } from 'node:path';
import { canonicalText } from '../../store/certificate/envelope.ts';
import {
  EVIDENCE_FORMAT,
  type EvidenceSeal,
  evidenceSealSchema,
  type Attempts,
  sealedFiles,
} from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { coveredContexts } from '../../store/context-coverage.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import type { Outcome } from '../../store/outcome.ts';
import { readFileSync } from 'node:fs';
import { targetKey, newestRuns } from '../past-runs.ts';
import { hash } from 'node:crypto';
import { programFiles, PROJECT } from '../../client/project.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { memoized } from '../../spec/memoized.ts';

/** Folders with the code that generates, sends and judges; the others only present results. */
const FOLDERS = ['client', 'generators', 'oracles', 'spec', 'suites'];

const digestOfFolder = (folder: string): string =>
  programFiles(folder)
    .map((path) => `${hash('sha256', readFileSync(join(PROJECT, path)))}  ${path}\n`)
    .join('');

const digestOf = memoized((what: 'suite' | 'catalogue'): string =>
  what === 'suite'
    ? sha256(FOLDERS.map(digestOfFolder).join(''))
    : sha256(JSON.stringify([[...CATALOGUE], JUDGEMENT_RULES])),
);

/** SHA-256 of the judging program: of its installed files, as a list in the format of `sha256sum`. */
export const suiteDigest = (): string => digestOf('suite');

/** SHA-256 of the requirements and their judging rules. */
export const catalogueDigest = (): string => digestOf('catalogue');

/** Maximum number of sibling runs that are inspected. */
const MAX_SIBLING_RUNS = 100;

const recordAt = ({ run }: RunFolder): RunRecord | undefined => {
  try {
    const record = JSON.parse(readFileSync(run, 'utf8')) as RunRecord;
    return record.state === 'finished' ? record : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Earlier runs on the same target in the same folder, the newest first: they show how often a service was certified until it
 * passed.
 */
const earlierRuns = ({ path }: RunFolder, record: RunRecord): Attempts['earlier'] =>
  newestRuns(dirname(path))
    .filter((each) => basename(each.path) < basename(path))
    .slice(0, MAX_SIBLING_RUNS)
    .flatMap((each) => {
      const past = recordAt(each);
      if (past === undefined || targetKey(past) !== targetKey(record)) return [];
      const { command, startedAt, exitCode } = past;
      return [{ run: basename(each.path), command, startedAt, exitCode }];
    });

const attemptsOf = (
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

const planOf = (record: RunRecord): EvidenceSeal['plan'] => ({
  command: record.command,
  lines: record.lines,
  requirements: record.selection.requirements,
  operations: record.selection.operations,
  runs: record.runs,
  thorough: record.thorough,
  seed: record.seed,
  ...(record.challenge === undefined ? {} : { challenge: record.challenge }),
  ...(record.clock === undefined ? {} : { clock: record.clock }),
  today: record.today,
});

const digestIn = ({ files }: Pick<EvidenceSeal, 'files'>, path: string): string =>
  files.find(({ name }) => name === basename(path))?.sha256 ?? '';

/** Parts of evidence.json that repeat the run's record. */
export const sealedRecord = (record: RunRecord) => {
  const { assay, node, target, startedAt, endedAt } = record;
  const plan = planOf(record);
  return {
    versions: { assay, node },
    digests: { policy: sha256(JSON.stringify(plan)), target: sha256(JSON.stringify(target)) },
    target,
    plan,
    startedAt,
    endedAt,
  };
};

const sealOf = (folder: RunFolder, outcome: Outcome): EvidenceSeal => {
  const { record } = outcome;
  const sealed = sealedFiles(folder);
  const { versions, digests, target, plan, startedAt, endedAt } = sealedRecord(record);
  const contexts = coveredContexts(folder);
  const seal: EvidenceSeal = {
    format: EVIDENCE_FORMAT,
    run: basename(folder.path),
    versions,
    digests: { suite: suiteDigest(), catalogue: catalogueDigest(), ...digests },
    target,
    plan,
    ledger: { cells: record.totals.cells, sha256: digestIn(sealed, folder.ledger) },
    attempts: attemptsOf(folder, outcome),
    ...(contexts && { contexts }),
    startedAt,
    endedAt,
    ...sealed,
  };
  evidenceSealSchema.parse(seal);
  return seal;
};

/** Seals an ended run: writes `evidence.json` with the digests of everything that its verdicts depend on. */
export const sealEvidence = (folder: RunFolder, outcome: Outcome): EvidenceSeal => {
  const seal = sealOf(folder, outcome);
  writeAtomically(folder.seal, canonicalText(seal, 2));
  return seal;
};
