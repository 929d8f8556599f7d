import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cell } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { canonicalText, envelopeText, signerOf } from '../../store/certificate/envelope.ts';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import type { EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { type Statement, statementSchema } from '../../store/certificate/predicate.ts';
import { statementOf } from '../../store/certificate/statement.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import type { Outcome } from '../../store/outcome.ts';
import { MINIMUM_POLICY, type SigningKey } from './key-file.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { bestEffort } from '../output-error.ts';
import type { RunListener } from '../run-listener.ts';
import { sealEvidence } from './seal-evidence.ts';

/** Writes the certificate of a sealed run, or its statement of results, with page and test result; returns its summary. */
const writeCertificate = (
  folder: RunFolder,
  { record, verdicts }: Outcome,
  seal: EvidenceSeal,
  key: KeyObject | undefined,
): Statement => {
  const statement = statementOf(
    {
      seal,
      sealDigest: sha256(readFileSync(folder.seal, 'utf8')),
      record,
      ledger: readJsonLines<Cell>(folder.ledger).items,
      verdicts,
      points: readJsonLines<OpenPoint>(folder.observations).items,
    },
    key === undefined ? null : signerOf(key),
    MINIMUM_POLICY,
  );
  statementSchema.parse(statement);
  const text = envelopeText(canonicalText(statement, 0), key);
  writeAtomically(folder.testResult, envelopeText(testResultText(statement, verdicts), key));
  writeAtomically(folder.certificatePage, certificatePage(statement, sha256(text)));
  writeAtomically(folder.certificate, text);
  return statement;
};

/**
 * Seals a run that ended by itself, and writes the certificate of certify. On failure it reports the error, and the harness is
 * at fault. A stopped run is not sealed: a request in flight may still be recorded.
 */
export const concludeEvidence = (
  folder: RunFolder,
  outcome: Outcome,
  signing: SigningKey | undefined,
  { line }: Pick<RunListener, 'line'>,
  report: (sentence: string) => void,
): Outcome => {
  if (outcome.record.stopped !== null) {
    line('not sealed: the run was stopped');
    return outcome;
  }
  const isDone = bestEffort(report, 'the run cannot be sealed', () => {
    const seal = sealEvidence(folder, outcome);
    if (outcome.record.command !== MINIMUM_POLICY.command) return true;
    const { predicate } = writeCertificate(folder, outcome, seal, signing?.key);
    const signed =
      predicate.signer === null
        ? 'not signed'
        : `signed with ${predicate.signer.keyId.slice(0, 16)}`;
    line(`${predicate.kind}  ${folder.certificate} (${signed})`);
    line(
      outcome.record.challenge === undefined
        ? 'no challenge: the time of the run is a claim of the signer (assay challenge)'
        : `challenge  ${outcome.record.challenge}`,
    );
    if (signing?.notice !== undefined) line(`notice  ${signing.notice}`);
    return true;
  });
  const exitCode = EXIT.harness;
  return isDone ? outcome : { ...outcome, record: { ...outcome.record, exitCode }, exitCode };
};
