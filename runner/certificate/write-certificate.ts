import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cell } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { canonicalText } from '../../store/certificate/canonical-json.ts';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import { envelopeText } from '../../store/certificate/envelope.ts';
import type { EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../store/certificate/file-digest.ts';
import { type Statement, statementSchema } from '../../store/certificate/predicate.ts';
import { signerOf } from '../../store/certificate/signing-key.ts';
import { statementOf } from '../../store/certificate/statement.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { writeWhole } from '../../store/whole-file.ts';
import type { Outcome } from '../../store/outcome.ts';
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
