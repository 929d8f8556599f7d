import { basename } from 'node:path';
import { canonicalText } from '../../store/certificate/canonical-json.ts';
import {
  EVIDENCE_FORMAT,
  type EvidenceSeal,
  evidenceSealSchema,
} from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/file-digest.ts';
import { sealedFiles } from '../../store/certificate/sealed-files.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import { writeWhole } from '../../store/whole-file.ts';
import type { Outcome } from '../../store/outcome.ts';
import { attemptsOf } from './attempts.ts';
import { catalogueDigest, suiteDigest } from './program-digests.ts';

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

/** What evidence.json says of a run that its record says as well. */
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

/** What evidence.json says of a run. */
const sealOf = (folder: RunFolder, outcome: Outcome): EvidenceSeal => {
  const { record } = outcome;
  const sealed = sealedFiles(folder);
  const { versions, digests, target, plan, startedAt, endedAt } = sealedRecord(record);
  const seal: EvidenceSeal = {
    format: EVIDENCE_FORMAT,
    run: basename(folder.path),
    versions,
    digests: { suite: suiteDigest(), catalogue: catalogueDigest(), ...digests },
    target,
    plan,
    ledger: { cells: record.totals.cells, sha256: digestIn(sealed, folder.ledger) },
    attempts: attemptsOf(folder, outcome),
    startedAt,
    endedAt,
    ...sealed,
  };
  evidenceSealSchema.parse(seal);
  return seal;
};

/**
 * Seals a run that has come to its end: writes `evidence.json`, with the digests of all that its verdicts rest on. Nothing of
 * that is written afterwards. Throws where its files are not as they were written.
 */
export const sealEvidence = (folder: RunFolder, outcome: Outcome): EvidenceSeal => {
  const seal = sealOf(folder, outcome);
  writeWhole(folder.seal, canonicalText(seal, 2));
  return seal;
};
