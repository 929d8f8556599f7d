import { createPrivateKey } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { canonicalText } from '../../store/certificate/canonical-json.ts';
import { envelopeText } from '../../store/certificate/envelope.ts';
import type { EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/file-digest.ts';
import { sealedFiles } from '../../store/certificate/sealed-files.ts';
import { signerOf } from '../../store/certificate/signing-key.ts';
import { statementOf } from '../../store/certificate/statement.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import { readRunRecord } from '../../store/run-record.ts';
import { LEAST_POLICY } from '../../runner/certificate/least-policy.ts';

/** What somebody who has the key changes of a run before it is sealed and signed anew. */
export interface Forgery {
  /** Of the files in the folder of the copy. */
  readonly files?: (folder: string) => void;
  readonly seal?: (seal: EvidenceSeal) => EvidenceSeal;
}

/** Copies a sealed run, changes it, and seals and signs it again, so that all digests are right; the certificate is of the run as it was. */
export const reseal = (from: string, to: string, keyFile: string, forgery: Forgery): string => {
  cpSync(from, to, { recursive: true });
  const folder = runFolderAt(to);
  const known = {
    record: readRunRecord(folder.run),
    ledger: readJsonLines<Cell>(folder.ledger).items,
    verdicts: readJsonLines<CellVerdict>(folder.verdicts).items,
    points: readJsonLines<OpenPoint>(folder.observations).items,
  };
  const before = JSON.parse(readFileSync(folder.seal, 'utf8')) as EvidenceSeal;
  forgery.files?.(to);
  const changed = forgery.seal?.(before) ?? before;
  const policy = sha256(JSON.stringify(changed.plan));
  const seal = {
    ...changed,
    digests: { ...changed.digests, policy },
    ...sealedFiles(folder),
  };
  writeFileSync(folder.seal, canonicalText(seal, 2));
  const key = createPrivateKey(readFileSync(keyFile));
  const sealDigest = sha256(readFileSync(folder.seal, 'utf8'));
  const statement = statementOf({ seal, sealDigest, ...known }, signerOf(key), LEAST_POLICY);
  // Whoever forges leaves behind what shows the run as it was.
  for (const path of [folder.certificatePage, folder.testResult]) rmSync(path);
  writeFileSync(folder.certificate, envelopeText(canonicalText(statement, 0), key));
  return join(to, 'certificate.json');
};
