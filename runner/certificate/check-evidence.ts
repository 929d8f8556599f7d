import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { type Cell, ledger } from '../../oracles/ledger.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { canonicalText, canonicalValue, openEnvelope } from '../../store/certificate/envelope.ts';
import { checkSeal, foreignFiles } from '../../store/certificate/check-seal.ts';
import type { Predicate, Statement } from '../../store/certificate/predicate.ts';
import { Refused, Foreign, readSmallText } from '../../store/certificate/bounded-file.ts';
import { type SealedRun, statementOf } from '../../store/certificate/statement.ts';
import { coveredContexts } from '../../store/context-coverage.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { factsOf } from '../../store/recorded-exchanges.ts';
import { type RunFolder, runFolderAt } from '../../store/run-folder.ts';
import { type RunRecord, runRecordSchema } from '../../store/run-record.ts';
import { rejudgeRun } from '../../store/rejudge-run.ts';
import { selectionOf } from '../../store/selection.ts';
import { messageOf } from '../../client/usage-error.ts';
import { catalogueDigest, suiteDigest, sealedRecord } from './seal-evidence.ts';
import { MINIMUM_POLICY } from './key-file.ts';
import type { EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import { checkSignature } from '../../store/certificate/check-certificate.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';

/** Maximum bytes; the page has lines and decisions, the test result every cell. */
const LARGEST_COMPANION = 2 ** 23;

/** Text of a companion file, or undefined if it was left out. */
const textAt = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false })
    ? readSmallText(path, LARGEST_COMPANION, basename(path))
    : undefined;

const checkPage = (path: string, statement: Statement, certificate: string): void => {
  const page = textAt(path);
  if (page === undefined || page === certificatePage(statement, sha256(certificate))) return;
  throw new Refused(
    `${basename(path)} differs from the certificate; --page FILE writes a correct one`,
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
    throw new Refused(`${name} differs from the certificate`);
  checkSignature(envelope, statement.predicate, undefined, name);
};

/** Checks page and test result, which people read without verifying: this version generates the same. Throws Refused. */
const checkCompanions = (
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

/** Maximum bytes; a record describes one target and its waivers. */
const LARGEST = 2 ** 22;

const recordIn = ({ run, path }: RunFolder): RunRecord => {
  const value = canonicalValue(readSmallText(run, LARGEST, 'run.json'), 2, 'run.json');
  const { success, data } = runRecordSchema.safeParse(value);
  if (!success)
    throw new Foreign(`run.json of ${path} has a format that this version does not support`);
  if (data.state === 'finished') return data;
  throw new Refused(`${path} is of a run that did not finish`);
};

/** Tests deep equality, ignoring the order of keys. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, part]) => isSame(part, other.get(key)));
};

/** Record of a sealed run, which has to agree with its seal. Throws Refused, and Foreign for another format. */
const checkRecord = (folder: RunFolder, seal: EvidenceSeal): RunRecord => {
  const record = recordIn(folder);
  const { policy, target } = seal.digests;
  const { digests, ...parts } = sealedRecord(record);
  // Digests last: a difference in their input is a clearer message.
  const recorded = { ...parts, ledger: record.totals.cells, digests };
  const sealed = { ...seal, digests: { policy, target }, ledger: seal.ledger.cells };
  const other = (Object.keys(recorded) as (keyof typeof recorded)[]).find(
    (part) => !isSame(recorded[part], sealed[part]),
  );
  if (other === undefined) return record;
  throw new Refused(`evidence.json and run.json disagree on the ${other}`);
};

/** Result of checking the evidence of a certificate. */
export interface CheckedEvidence {
  readonly files: number;
  readonly exchanges: number;
  readonly cells: number;
  /** Verdicts that were judged again with the same result. */
  readonly confirmed: number;
  /** True if the ledger was recreated from the same catalogue. */
  readonly isLedgerKnown: boolean;
  /** Names of files in its folder that are no part of it. */
  readonly foreign: readonly string[];
}

/** Converts read and judging errors: the file was sealed in this state. */
const ofSealed = <Result>(act: () => Result): Result => {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof Refused) throw cause;
    throw new Refused(`it cannot be judged again: ${messageOf(cause)}`, { cause });
  }
};

/** Checks the sealed count of contexts, which earlier versions lack, against their record, which may be missing. */
const checkContexts = (folder: RunFolder, { contexts }: EvidenceSeal): void => {
  const recorded = coveredContexts(folder);
  if (contexts && recorded && !isSame(recorded, contexts))
    throw new Refused('evidence.json and contexts.json disagree on the contexts');
};

/** Checks that the evidence yields exactly this certificate. */
const checkStatement = (run: SealedRun, given: Statement): void => {
  const { signer } = given.predicate;
  const made = statementOf(run, signer, MINIMUM_POLICY);
  if (canonicalText(made, 0) === canonicalText(given, 0)) return;
  const parts = Object.keys(made.predicate) as (keyof Predicate)[];
  const other = parts.find(
    (part) => JSON.stringify(made.predicate[part]) !== JSON.stringify(given.predicate[part]),
  );
  throw new Refused(`its ${other ?? 'subject'} does not match the evidence`);
};

/** Checks the ledger against this catalogue; false if it was made from another, which this version cannot check. */
const checkLedger = ({ seal, record, ledger: recorded }: SealedRun): boolean => {
  if (seal.digests.catalogue !== catalogueDigest()) return false;
  const { requirements, operations, cells } = record.selection;
  const scope = {
    lines: record.lines,
    ...selectionOf({
      requirement: requirements ?? undefined,
      operation: operations ?? undefined,
    }),
    ...(cells && { cells }),
  };
  const wanted = ledger(scope, factsOf(record));
  const excused = wanted.find(
    ({ id, notApplicable }, at) =>
      recorded[at]?.id === id && recorded[at].notApplicable?.text !== notApplicable?.text,
  );
  if (excused)
    throw new Refused(
      `its ledger does not follow from its target: ${excused.id} is ${excused.notApplicable ? 'not applicable' : 'to be judged'}`,
    );
  const missing = wanted.find(({ id }, at) => recorded[at]?.id !== id)?.id;
  if (missing === undefined && recorded.length === wanted.length) return true;
  throw new Refused(
    `its ledger is not complete: ${recorded.length.toLocaleString('en')} cells, but the catalogue requires ${wanted.length.toLocaleString('en')}${missing === undefined ? '' : `, such as ${missing}`}`,
  );
};

/** Judges a whole recording again; every verdict has to match the recorded one. */
const confirm = (folder: RunFolder, record: RunRecord, version: string): number => {
  const { verdicts, changed, taken } = rejudgeRun(folder, record);
  if (taken > 0)
    throw new Refused(
      `${taken.toLocaleString('en')} lines of evidence.jsonl contain a verdict instead of its input, so they cannot be judged again`,
    );
  const [first] = changed;
  if (first === undefined) return verdicts.length;
  const confirmed = verdicts.length - changed.length;
  throw new Refused(
    `${confirmed.toLocaleString('en')} of ${verdicts.length.toLocaleString('en')} verdicts confirmed by version ${version}; ${first.before.cell} was ${first.before.verdict}, and is now ${first.after.verdict}${record.assay === version ? '' : ` (it was judged by version ${record.assay})`}`,
  );
};

/**
 * Checks a run against its certificate: its files, every line of its exchanges, its ledger, and each verdict, judged again from
 * the recording. `certificate` is its text. Throws Refused with the difference, and Foreign if the run is not sealed.
 */
export const checkEvidence = (
  path: string,
  given: Statement,
  certificate: string,
  version: string,
): CheckedEvidence => {
  const folder = runFolderAt(path);
  const seal = checkSeal(folder, given.predicate.evidence);
  const record = checkRecord(folder, seal);
  if (record.exitCode === EXIT.harness && given.predicate.kind === 'certificate')
    throw new Refused('Assay itself was at fault in that run');
  return ofSealed((): CheckedEvidence => {
    const run: SealedRun = {
      seal,
      sealDigest: given.predicate.evidence.sha256,
      record,
      ledger: readJsonLines<Cell>(folder.ledger).items,
      verdicts: readJsonLines<CellVerdict>(folder.verdicts).items,
      points: readJsonLines<OpenPoint>(folder.observations).items,
    };
    checkStatement(run, given);
    checkContexts(folder, seal);
    const checked = {
      files: seal.files.length,
      exchanges: seal.exchanges.lines,
      cells: run.ledger.length,
      isLedgerKnown: checkLedger(run),
      confirmed: confirm(folder, record, version),
      foreign: foreignFiles(folder),
    };
    // Another version may render the page differently.
    if (record.assay === version && seal.digests.suite === suiteDigest())
      checkCompanions(folder, given, certificate, run.verdicts);
    return checked;
  });
};
