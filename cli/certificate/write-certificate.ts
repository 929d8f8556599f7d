import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cell } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { canonicalText } from '../../reports/certificate/canonical-json.ts';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import { envelopeText } from '../../reports/certificate/envelope.ts';
import type { EvidenceSeal } from '../../reports/certificate/evidence-seal.ts';
import { sha256 } from '../../reports/certificate/file-digest.ts';
import { type Statement, statementSchema } from '../../reports/certificate/predicate.ts';
import { signerOf } from '../../reports/certificate/signing-key.ts';
import { statementOf } from '../../reports/certificate/statement.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';
import { readJsonLines } from '../../reports/json-lines.ts';
import type { RunFolder } from '../../reports/run-folder.ts';
import { writeWhole } from '../../reports/whole-file.ts';
import type { Outcome } from '../outcome.ts';
import { LEAST_POLICY } from './least-policy.ts';

/**
 * Writes the certificate of a sealed run, or its statement of results: `certificate.json`, its page, and the same in in-toto's
 * own predicate for tests. Returns what it says.
 */
export const writeCertificate = (
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
    LEAST_POLICY,
  );
  statementSchema.parse(statement);
  const text = envelopeText(canonicalText(statement, 0), key);
  writeWhole(folder.testResult, envelopeText(testResultText(statement, verdicts), key));
  writeWhole(folder.certificatePage, certificatePage(statement, sha256(text)));
  writeWhole(folder.certificate, text);
  return statement;
};
