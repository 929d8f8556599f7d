import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { CellVerdict } from '../../oracles/finding.ts';
import { smallText } from '../../store/certificate/bounded-file.ts';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import { checkSignature } from '../../store/certificate/check-certificate.ts';
import { openEnvelope } from '../../store/certificate/envelope.ts';
import { sha256 } from '../../store/certificate/file-digest.ts';
import type { Statement } from '../../store/certificate/predicate.ts';
import { Foreign, Refused } from '../../store/certificate/refused.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';
import type { RunFolder } from '../../store/run-folder.ts';

/** Bytes; the page tells of lines and decisions, the test result names every cell. */
const LARGEST = 2 ** 23;

/** What lies there under this name, or undefined where it was left behind. */
const textAt = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false }) ? smallText(path, LARGEST, basename(path)) : undefined;

const checkPage = (path: string, statement: Statement, certificate: string): void => {
  const page = textAt(path);
  if (page === undefined || page === certificatePage(statement, sha256(certificate))) return;
  throw new Refused(
    `${basename(path)} does not show what the certificate says; --page FILE writes one that does`,
  );
};

const checkTestResult = (
  path: string,
  statement: Statement,
  verdicts: readonly CellVerdict[],
): void => {
  const name = basename(path);
  const text = textAt(path);
  if (text === undefined) return;
  const envelope = openEnvelope(text, name);
  if (envelope.payload !== testResultText(statement, verdicts))
    throw new Refused(`${name} does not say what the certificate says`);
  checkSignature(envelope, statement.predicate, undefined, name);
};

/**
 * What lies beside a certificate is made of it alone, and is looked at by people and tools that do not verify: the page and the
 * test result have to be those that this version makes. Throws Refused.
 */
export const checkCompanions = (
  folder: RunFolder,
  statement: Statement,
  certificate: string,
  verdicts: readonly CellVerdict[],
): void => {
  try {
    checkPage(folder.certificatePage, statement, certificate);
    checkTestResult(folder.testResult, statement, verdicts);
  } catch (error) {
    if (error instanceof Foreign) throw new Refused(error.message, { cause: error });
    throw error;
  }
};
