import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Exchange } from '../spec/exchange.ts';
import { createChain } from './chain.ts';
import type { Redactor } from './redactor.ts';

/** The exchanges of a run, on disk without secrets. */
export interface RunRecord {
  /** Gives the exchange its number, from 1 in order, and writes it at once. Returns it as it was, not redacted. */
  append(exchange: Omit<Exchange, 'n'>): Exchange;
  close(): void;
}

const isWhole = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** How far a record has come that another process began, and whether its last line was cut off by a kill. */
const continued = (
  file: string,
): { readonly last: number; readonly line: string | undefined; readonly isTorn: boolean } => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.split('\n').filter(isWhole);
  return {
    last: whole.length,
    line: whole.at(-1),
    isTorn: text !== '' && !text.endsWith('\n'),
  };
};

/**
 * Opens a record for appending (JSON Lines, one redacted exchange a line) and goes on counting if it exists. Each line is
 * written before `append` returns, so that a killed run keeps what it saw; none is kept in memory. Each ends with a digest
 * that the next one builds on (`spec/chained-line.ts`).
 */
export const openRecord = (file: string, redactor: Redactor): RunRecord => {
  const { last, line, isTorn } = continued(file);
  const chain = createChain(line);
  const descriptor = openSync(file, 'a');
  if (isTorn) writeSync(descriptor, '\n');
  let n = last;
  return {
    append(unnumbered) {
      n += 1;
      const exchange: Exchange = { n, ...unnumbered };
      writeSync(descriptor, `${chain.link(JSON.stringify(redactor.exchange(exchange)))}\n`);
      return exchange;
    },
    close: () => closeSync(descriptor),
  };
};
