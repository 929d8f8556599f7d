import type { BodyText } from '../../spec/exchange.ts';
import type { Redactor } from './redactor.ts';

/** Keys of Assay's own whose values are no data: a number that happens to be a secret leaves them as they are. */
const FRAME: ReadonlySet<string> = new Set(['$', 'n', 'at', 'judge', 'attempt', 'seed']);

const isBytes = (value: object): value is BodyText =>
  'encoding' in value && value.encoding === 'base64' && 'text' in value;

/** Plain data without secrets, whether they stand in a text, a number or a key; itself if there are none. */
export const withoutSecrets = <Value>(redactor: Redactor, value: Value): Value => {
  const redacted = (part: unknown): unknown => {
    if (typeof part === 'string') return redactor.text(part);
    if (typeof part === 'number') {
      const shown = redactor.text(String(part));
      return shown === String(part) ? part : shown;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(redacted);
    if (isBytes(part)) return redactor.body(part);
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) =>
        FRAME.has(key) ? [key, inner] : [redactor.text(key), redacted(inner)],
      ),
    );
  };
  return redacted(value) as Value;
};

/**
 * One line of a JSON Lines file without secrets. It stays JSON, and the numbers by which its parts are found stay what they are.
 * Where the whole text holds no secret, it is written as it is.
 */
export const lineWithoutSecrets = (redactor: Redactor, item: unknown): string => {
  const text = JSON.stringify(item);
  // Nearly every line quotes a body, and most have no other escape: so one look is enough.
  const seen = text.replaceAll(String.raw`\"`, '"');
  if (redactor.text(seen) === seen) return `${text}\n`;
  return `${JSON.stringify(withoutSecrets(redactor, JSON.parse(text)))}\n`;
};
