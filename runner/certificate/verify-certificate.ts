import { fileWriteError, placeOf } from '../../client/check-writable.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { readSmallText, Refused } from '../../store/certificate/bounded-file.ts';
import { certificatePage } from '../../reports/certificate/certificate-page.ts';
import { checkCertificate, readCertificate } from '../../store/certificate/check-certificate.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { notJudgedTexts } from '../../reports/certificate/certificate-parts.ts';
import type { Statement, Predicate } from '../../store/certificate/predicate.ts';
import { printable } from '../../store/printable.ts';
import { writeReports } from '../../store/atomic-write.ts';
import { resolveRun, ForeignFileError } from '../../store/resolve-run.ts';
import { type CheckedEvidence, checkEvidence } from './check-evidence.ts';
import { verifyingKey, MINIMUM_POLICY } from './key-file.ts';
import { InvalidArgumentError } from 'commander';
import { CLOCK_TOLERANCE, issuedAt } from '../../store/certificate/challenge.ts';

/** Conditions for the freshness of a certificate. */
export interface Freshness {
  /** Challenge that the recipient issued. */
  readonly challenge?: string | undefined;
  /** Maximum age of the run in milliseconds. */
  readonly maxAge?: number;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** Parses an age such as 7d, 12h or 30m to milliseconds. Throws InvalidArgumentError. */
export const parseAge = (value: string): number => {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([dhm])$/.exec(value) ?? [];
  const age = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!Number.isNaN(age)) return age;
  throw new InvalidArgumentError(
    'Expected an age in days, hours or minutes, such as 7d, 12h or 30m.',
  );
};

/** Duration such as `7d 1h`; less than a minute is `0m`. */
const inWords = (milliseconds: number): string => {
  let rest = Math.max(0, milliseconds);
  const parts = Object.entries(UNITS).flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.length === 0 ? '0m' : parts.slice(0, 2).join(' ');
};

type Run = Pick<Predicate, 'plan' | 'startedAt'>;

const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

const checkChallenge = ({ plan: { challenge } }: Run, wanted: string): void => {
  if (challenge === wanted) return;
  throw new Refused(
    challenge === undefined
      ? `it answers no challenge, but ${wanted} is required: certify --challenge answers one`
      : `it answers the challenge ${challenge}, not ${wanted}`,
  );
};

/** Rejects a run that started before the challenge was issued, or in the future. */
const checkMoments = ({ plan: { challenge }, startedAt }: Run, now: number): void => {
  const began = Date.parse(startedAt);
  const issued = challenge === undefined ? undefined : issuedAt(challenge);
  if (issued !== undefined && began < issued - CLOCK_TOLERANCE)
    throw new Refused(
      `its run began on ${moment(began)}, before its challenge was issued on ${moment(issued)}`,
    );
  if (began > now + CLOCK_TOLERANCE)
    throw new Refused(`its run began in the future, on ${moment(began)}; it is ${moment(now)} now`);
};

const checkAge = ({ startedAt }: Run, maxAge: number, now: number): void => {
  const age = now - Date.parse(startedAt);
  if (age <= maxAge) return;
  throw new Refused(
    `its run began ${inWords(age)} ago, on ${startedAt.slice(0, 16)}Z; at most ${inWords(maxAge)} is allowed (--max-age)`,
  );
};

const challengeLine = ({ plan: { challenge } }: Run, wanted: string | undefined): string => {
  if (challenge === undefined)
    return 'challenge  none: the time of the run is a claim of the signer';
  const issued = issuedAt(challenge);
  const after = issued === undefined ? 'it was issued' : moment(issued);
  return wanted === undefined
    ? `challenge  ${challenge}; check with --challenge that it is yours`
    : `challenge  yours, and the data derive from it: the run was made after ${after}`;
};

/**
 * Lines about the freshness of a certificate. A challenge known only to its recipient proves that the run was made after it was
 * issued; every other time is a claim of the signer. Throws Refused.
 */
export const checkFreshness = (
  run: Run,
  { challenge, maxAge }: Freshness,
  now: number,
): readonly string[] => {
  if (challenge !== undefined) checkChallenge(run, challenge);
  checkMoments(run, now);
  if (maxAge !== undefined) checkAge(run, maxAge, now);
  return [
    challengeLine(run, challenge),
    ...(maxAge === undefined
      ? []
      : [`age        ${inWords(now - Date.parse(run.startedAt))}, as the signer claims`]),
  ];
};

/** Maximum bytes; a certificate names no cells. */
const LARGEST = 2 ** 22;

/** Input of a verification, and its output file. */
export interface VerifyOptions extends Freshness {
  /** Folder or name of its run. */
  readonly evidence?: string;
  /** File of the expected public key. */
  readonly key?: string;
  /** Destination of its page. */
  readonly page?: string;
}

interface Verifier {
  readonly version: string;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** Milliseconds since the epoch. Default: the machine's clock. */
  readonly now?: number;
}

/** Result of a successful verification. */
export interface Verified {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

const count = (many: number): string => many.toLocaleString('en');

const headLines = ({ predicate }: Statement): readonly string[] => {
  const { kind, says, service, startedAt, whyNoCertificate } = predicate;
  const { name, base_url } = service;
  return [
    `${kind}: ${printable(name)} at ${printable(base_url)}, ${startedAt.slice(0, 10)}`,
    ...whyNoCertificate.map((why) => `no certificate: ${printable(why)}`),
    ...notJudgedTexts(predicate).map((what) => `not judged: ${printable(what)}`),
    printable(says),
  ];
};

const signatureLine = ({ predicate: { signer } }: Statement, isPinned: boolean): string => {
  if (signer === null) return 'signature  none: no one vouches for this document';
  const id = signer.keyId.slice(0, 16);
  return isPinned
    ? `signature  valid for this key (${id})`
    : `signature  valid for the key that it names (${id}); use --key to check whose it is`;
};

/** Maximum number of foreign files to name. */
const MAX_NAMED = 5;

const foreignLines = (names: readonly string[]): readonly string[] => {
  const shown = names.slice(0, MAX_NAMED).map(printable).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${count(names.length - MAX_NAMED)} more` : '';
  return names.length === 0 ? [] : [`foreign    ${shown}${more}: no part of the sealed run`];
};

const evidenceLines = (checked: CheckedEvidence, version: string): readonly string[] => [
  `evidence   ${count(checked.files)} files and ${count(checked.exchanges)} exchanges unchanged since they were sealed`,
  `ledger     ${
    checked.isLedgerKnown
      ? `complete, ${count(checked.cells)} cells`
      : `${count(checked.cells)} cells of a catalogue that this version does not have; only the version that judged them can check that none is missing`
  }`,
  ...foreignLines(checked.foreign),
  `verdicts   ${count(checked.confirmed)} of ${count(checked.cells)} verdicts confirmed by version ${version}`,
];

/** Checks before judging that the destination of the page is writable, and not the file to be verified. Throws UsageError. */
const checkPage = (page: string, certificate: string): void => {
  if (placeOf(page) === placeOf(certificate))
    throw new UsageError(
      `--page: ${page} is the certificate itself and would be overwritten; name another file, such as certificate.html`,
    );
  const trouble = fileWriteError(page);
  if (trouble !== undefined)
    throw new UsageError(`--page: ${page} is not writable: ${trouble}; name a writable file`);
};

/** Run that a certificate names. Throws Refused if it contains a link, a pipe or a device: those are never sealed. */
const evidenceAt = (given: string, onForeign: (names: readonly string[]) => void): string => {
  try {
    return resolveRun(given, onForeign);
  } catch (error) {
    if (error instanceof ForeignFileError) throw new Refused(error.message, { cause: error });
    throw error;
  }
};

const checkedAt = (
  given: string,
  statement: Statement,
  text: string,
  version: string,
): CheckedEvidence => {
  const packed: string[] = [];
  const folder = evidenceAt(given, (names) => packed.push(...names));
  const checked = checkEvidence(folder, statement, text, version);
  return { ...checked, foreign: [...packed, ...checked.foreign] };
};

/** Verifies a certificate offline. Throws Refused, Foreign for anything else, and UsageError for an unknown name. */
export const verifyCertificate = (
  path: string,
  options: VerifyOptions,
  { version, today, now = Date.now() }: Verifier,
): Verified => {
  if (options.page !== undefined) checkPage(options.page, path);
  const key = options.key === undefined ? undefined : verifyingKey(options.key);
  const text = readSmallText(path, LARGEST, path);
  const read = readCertificate(text, path);
  checkCertificate(read, { key, today, least: MINIMUM_POLICY });
  const { statement } = read;
  const lines = [
    ...headLines(statement),
    signatureLine(statement, key !== undefined),
    ...checkFreshness(statement.predicate, options, now),
  ];
  const checked =
    options.evidence === undefined
      ? undefined
      : checkedAt(options.evidence, statement, text, version);
  if (checked) lines.push(...evidenceLines(checked, version));
  if (options.page !== undefined) {
    writeReports([options.page], certificatePage(statement, sha256(text)));
    lines.push(`page       ${options.page}`);
  }
  // A statement of results grants nothing, and cells of an unknown catalogue may be missing.
  const isWhole = statement.predicate.kind === 'certificate' && checked?.isLedgerKnown !== false;
  const exitCode = isWhole ? EXIT.conformant : EXIT.incomplete;
  return { lines, exitCode };
};
