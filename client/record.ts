import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Exchange } from '../spec/exchange.ts';
import type { Redactor } from './redactor.ts';

/** The exchanges of a run, on disk without secrets, in memory as they were. */
export interface RunRecord {
  /** Gives the exchange its number, from 1 in order, and writes it at once. Returns it as it was, not redacted. */
  append(exchange: Omit<Exchange, 'n'>): Exchange;
  /** The exchange with this number, not redacted; undefined for what came before this process or has been dropped. */
  get(n: number): Exchange | undefined;
  close(): void;
}

/** What may be kept in memory; the file has no limit. */
const KEPT = 50_000;

const isWhole = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** How far a record has come that another process began, and whether its last line was cut off by a kill. */
const continued = (file: string): { readonly last: number; readonly isTorn: boolean } => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    last: text.split('\n').filter(isWhole).length,
    isTorn: text !== '' && !text.endsWith('\n'),
  };
};

/**
 * Opens a record for appending (JSON Lines, one redacted exchange a line) and goes on counting if it exists. Each line is
 * written before `append` returns, so that a killed run keeps what it saw. `kept` bounds the exchanges in memory.
 */
export const openRecord = (file: string, redactor: Redactor, kept: number = KEPT): RunRecord => {
  const { last, isTorn } = continued(file);
  const descriptor = openSync(file, 'a');
  if (isTorn) writeSync(descriptor, '\n');
  const exchanges = new Map<number, Exchange>();
  let n = last;
  return {
    append(unnumbered) {
      n += 1;
      const exchange: Exchange = { n, ...unnumbered };
      exchanges.set(n, exchange);
      exchanges.delete(n - kept);
      writeSync(descriptor, `${JSON.stringify(redactor.exchange(exchange))}\n`);
      return exchange;
    },
    get: (wanted) => exchanges.get(wanted),
    close: () => closeSync(descriptor),
  };
};
