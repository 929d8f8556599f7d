import { type Exchange, UNREAD } from '../../spec/exchange.ts';
import { answerDigest, countSecretKeys } from './answer-limits.ts';
import { type Redactor, UNSEARCHED_MARK } from '../secrets/redactor.ts';
import { hash } from 'node:crypto';
import { CHAIN_START, chainedLine, chainedText } from '../../spec/chained-line.ts';

/** A file to which whole lines are appended. */
export interface AppendFile {
  /** Rethrows the error of a failed write, including an earlier one. */
  readonly append: (lines: string) => void;
  /** Lines may still be appended afterwards: a stopped run does not wait for requests in flight. */
  readonly close: () => void;
}

/** Exchanges of a run, stored on disk without secrets. */
export interface RunRecord {
  /**
   * Numbers the exchange, from 1, and appends it to the file. Returns it unredacted; one whose answer exceeds the limits has an
   * error instead, also on disk, so that nothing is judged that is not stored.
   */
  append(exchange: Omit<Exchange, 'n'>): Exchange;
  close(): void;
}

/** Limits of a record. */
export interface RecordLimits {
  /** Bytes of all lines, `limits.record`; beyond it, answers of more than `SMALL` bytes are stored as a digest. */
  readonly bytes: number;
  /** Reason why the run was stopped, after which large answers are not inspected; undefined while it runs. */
  readonly stopped?: () => string | undefined;
}

/** Bytes of an answer that is stored even if the record is full. */
const SMALL = 4096;
/** Bytes of a line; readers of a record accept 64 MiB (reports/certificate). */
const LONGEST_LINE = 60 * 2 ** 20;
/** Values in a run that look like secrets by their keys; each is searched for in all later texts. */
const MOST_SECRETS = 100_000;

/** Tracks the size of a record; returns the reason once an answer exceeds it. */
const createBudget = ({ bytes, stopped = () => undefined }: RecordLimits) => {
  let [written, secrets] = [0, 0];
  const number = (count: number) => count.toLocaleString('en');
  const isFull = (size: number): string | undefined => {
    if (size <= SMALL) return undefined;
    if (written + size > bytes)
      return `the record has ${number(written)} bytes, and limits.record of the target allows ${number(bytes)}`;
    if (secrets > MOST_SECRETS)
      return `${number(secrets)} values of this run look like secrets by their keys, and at most ${number(MOST_SECRETS)} are searched for`;
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
 * Opens a record in an empty file: JSON Lines, one redacted exchange per line, hash-chained (`spec/chained-line.ts`). Each
 * exchange is appended as soon as it is known and none is kept in memory, so that a killed run keeps what it has recorded.
 */
export const openRecord = (
  redactor: Redactor,
  file: AppendFile,
  limits: RecordLimits = { bytes: Infinity },
): RunRecord => {
  const chain = createHashChain();
  const budget = createBudget(limits);
  const lineOf = (exchange: Exchange): string => JSON.stringify(redactor.exchange(exchange));
  /** Reason why a line cannot be stored: it is too long, or the whole text of its answer was withheld. */
  const unfit = (line: string): string | undefined => {
    if (Buffer.byteLength(line) > LONGEST_LINE)
      return `a line of a record has ${LONGEST_LINE} bytes`;
    const isWithheld = line.includes(UNSEARCHED_MARK);
    return isWithheld ? 'not recorded, since it is too large to search for secrets' : undefined;
  };
  /** The exchange as it can be stored, with its line. */
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

/** Hash-chains JSON lines. */
export const createHashChain = () => {
  let digest = CHAIN_START;
  return {
    /** Next line of the chain, without its line break. */
    link(json: string): string {
      digest = hash('sha256', chainedText(digest, json), 'base64url');
      return chainedLine(json, digest);
    },
  };
};
