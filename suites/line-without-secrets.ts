import type { Redactor } from '../client/redactor.ts';

/** Keys of Assay's own whose values are no data: a number that happens to be a secret leaves them as they are. */
const FRAME: ReadonlySet<string> = new Set(['$', 'n', 'at', 'judge', 'attempt', 'seed']);

const redacted = (value: unknown, redactor: Redactor): unknown => {
  if (typeof value === 'string') return redactor.text(value);
  if (typeof value === 'number') {
    const shown = redactor.text(String(value));
    return shown === String(value) ? value : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redacted(each, redactor));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      FRAME.has(key) ? [key, part] : [redactor.text(key), redacted(part, redactor)],
    ),
  );
};

/**
 * One line of a JSON Lines file without secrets, whether they stand in a text, a number or a key. It stays JSON, and the numbers
 * by which its parts are found stay what they are. Where the whole text holds no secret, it is written as it is.
 */
export const lineWithoutSecrets = (redactor: Redactor, item: unknown): string => {
  const text = JSON.stringify(item);
  if (redactor.text(text) === text) return `${text}\n`;
  return `${JSON.stringify(redacted(JSON.parse(text), redactor))}\n`;
};
