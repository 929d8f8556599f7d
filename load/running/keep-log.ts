import { appendFileSync } from 'node:fs';
import type { Redactor } from '../../client/secrets/redactor.ts';

/** Lines that are kept: k6 writes one of every request that had no answer. */
const MOST = 5000;

/** Appends lines of k6's log to a file, redacted, until there are too many; the file is made with the first one. */
export const keepLog = (
  path: string,
  redactor: Pick<Redactor, 'text'>,
): ((line: string) => void) => {
  let lines = 0;
  return (line) => {
    if (line.trim() === '' || lines > MOST) return;
    lines += 1;
    const text = lines > MOST ? `${MOST} lines are kept; k6 said more` : redactor.text(line);
    appendFileSync(path, `${text}\n`);
  };
};
