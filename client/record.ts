import { existsSync, readFileSync } from 'node:fs';
import type { Exchange } from '../spec/exchange.ts';
import { createChain } from './chain.ts';
import { type LineFile, openLineFile } from './line-files.ts';
import type { Redactor } from './redactor.ts';

/** The exchanges of a run, on disk without secrets. */
export interface RunRecord {
  /** Gives the exchange its number, from 1 in order, and appends it to the file. Returns it as it was, not redacted. */
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
 * Opens a record for appending (JSON Lines, one redacted exchange a line) and goes on counting if it exists. None is kept in
 * memory: each line is appended as soon as it is known, and `file` says when it is written (default: before `append` returns), so
 * that a killed run keeps what it saw. Each ends with a digest that the next one builds on (`spec/chained-line.ts`).
 */
export const openRecord = (
  path: string,
  redactor: Redactor,
  file: LineFile = openLineFile(path),
): RunRecord => {
  const { last, line, isTorn } = continued(path);
  const chain = createChain(line);
  if (isTorn) file.append('\n');
  let n = last;
  return {
    append(unnumbered) {
      n += 1;
      const exchange: Exchange = { n, ...unnumbered };
      file.append(`${chain.link(JSON.stringify(redactor.exchange(exchange)))}\n`);
      return exchange;
    },
    close: () => file.close(),
  };
};
