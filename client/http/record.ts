import { type Exchange, UNREAD } from '../../spec/exchange.ts';
import { answerDigest, countSecretKeys } from './answer-limits.ts';
import { type Redactor, UNSEARCHED_MARK } from '../secrets/redactor.ts';
import { hash } from 'node:crypto';
import { CHAIN_START, chainedLine, chainedText } from '../../spec/chained-line.ts';

/** A file that whole lines are appended to. */
export interface AppendFile {
  /** Throws what a write failed with, be it an earlier one. */
  readonly append: (lines: string) => void;
  /** Lines may still come afterwards: a run that was stopped does not wait for what is under way. */
  readonly close: () => void;
}

/** The exchanges of a run, on disk without secrets. */
export interface RunRecord {
  /**
   * Gives the exchange its number, from 1 in order, and appends it to the file. Returns it as it was, not redacted; one whose
   * answer is beyond what is recorded has an error instead, on disk as well, so that nothing is judged that is not kept.
   */
  append(exchange: Omit<Exchange, 'n'>): Exchange;
  close(): void;
}

/** What a run records at most. */
export interface RecordLimits {
  /** Bytes of all lines, `limits.record`; past it answers of more than `SMALL` bytes are kept by their digest only. */
  readonly bytes: number;
  /** Why large answers are not looked at any more: the run was stopped. Undefined while it goes on. */
  readonly stopped?: () => string | undefined;
}

/** Bytes of an answer that is kept also where the rest of a record is full. */
const SMALL = 4096;
/** Bytes of a line; who reads a record takes 64 MiB (reports/certificate). */
const LONGEST_LINE = 60 * 2 ** 20;
/** Values in a run that look like secrets by their keys; each is looked for in all that comes later. */
const MOST_SECRETS = 100_000;

/** Counts what was recorded, and says why an answer cannot be any more. */
const createBudget = ({ bytes, stopped = () => undefined }: RecordLimits) => {
  let [written, secrets] = [0, 0];
  const number = (count: number) => count.toLocaleString('en');
  const isFull = (size: number): string | undefined => {
    if (size <= SMALL) return undefined;
    if (written + size > bytes)
      return `the record has ${number(written)} bytes, and limits.record of the target allows ${number(bytes)}`;
    if (secrets > MOST_SECRETS)
      return `${number(secrets)} values of this run look like secrets by their keys, and ${number(MOST_SECRETS)} are looked for`;
    return stopped();
  };
  return {
    refuses: ({ response }: Pick<Exchange, 'response'>): string | undefined =>
      response && isFull(response.body.text.length),
    spend: (line: string, { response }: Exchange): void => {
      written += Buffer.byteLength(line) + 1;
      if (response && response.body.text.length > SMALL)
        secrets += countSecretKeys(response.body.text);
    },
  };
};

const withoutAnswer = ({ response, ...rest }: Exchange, reason: string): Exchange => ({
  ...rest,
  error: {
    code: UNREAD.notKept,
    message: `${response ? answerDigest(response.status, response.body) : 'no answer'}: ${reason}`,
    ...(response ? { status: response.status } : {}),
  },
});

/**
 * Opens a record (JSON Lines, one redacted exchange a line) in an empty file, which says when a line is written. None is kept in
 * memory: each is appended as soon as it is known, so that a killed run keeps what it saw. Each ends with a digest that the next
 * one builds on (`spec/chained-line.ts`).
 */
export const openRecord = (
  redactor: Redactor,
  file: AppendFile,
  limits: RecordLimits = { bytes: Infinity },
): RunRecord => {
  const chain = createHashChain();
  const budget = createBudget(limits);
  const lineOf = (exchange: Exchange): string => JSON.stringify(redactor.exchange(exchange));
  /** Why a line cannot stand for its exchange: it is too long, or the text of its answer was withheld whole. */
  const unfit = (line: string): string | undefined => {
    if (Buffer.byteLength(line) > LONGEST_LINE)
      return `a line of a record has ${LONGEST_LINE} bytes`;
    const isWithheld = line.includes(UNSEARCHED_MARK);
    return isWithheld ? 'not kept, since it is too much to search for secrets' : undefined;
  };
  /** The exchange as it can be kept, with its line. */
  const kept = (exchange: Exchange): readonly [Exchange, string] => {
    const refused = budget.refuses(exchange);
    const line = refused === undefined ? lineOf(exchange) : '';
    const reason = refused ?? unfit(line);
    if (reason === undefined || !exchange.response) return [exchange, line];
    const short = withoutAnswer(exchange, reason);
    return [short, lineOf(short)];
  };
  let n = 0;
  return {
    append(unnumbered) {
      n += 1;
      const [exchange, line] = kept({ n, ...unnumbered });
      budget.spend(line, exchange);
      file.append(`${chain.link(line)}\n`);
      return exchange;
    },
    close: () => file.close(),
  };
};

/** A chain of lines that hold on to each other, from its start. */
export const createHashChain = () => {
  let digest = CHAIN_START;
  return {
    /** The next line, without its end. */
    link(json: string): string {
      digest = hash('sha256', chainedText(digest, json), 'base64url');
      return chainedLine(json, digest);
    },
  };
};
