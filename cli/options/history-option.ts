import { join } from 'node:path';
import { Option } from 'commander';
import { parsePath } from '../../runner/parse-values.ts';

/** `--history`, on any command that reads or writes the history of nights. */
export const historyOption = (): Option =>
  new Option(
    '--history <file>',
    'file with the nights (default: nightly-history.jsonl in reports/out, or in --out)',
  ).argParser(parsePath);

/** The file of the history: the caller's own, or the one beside the runs. */
export const historyFile = (given: string | undefined, out: string): string =>
  given ?? join(out, 'nightly-history.jsonl');
