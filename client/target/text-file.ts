import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { troubleOf } from '../system-trouble.ts';
import { placeIn, TextError } from './text-error.ts';

/** Bytes; what a person writes is never longer, and what is longer was taken for it by mistake. */
const LARGEST = 2 ** 20;

const refuse = (wanted: string, got: string, at = '', hint?: string): never => {
  throw new TextError([{ at, wanted, got, hint }]);
};

const READABLE = 'a file that can be read';

const bytesOf = (file: string): Buffer => {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse(READABLE, 'a folder');
    // A pipe would be waited for, and a device read for ever.
    if (!stats.isFile()) return refuse(READABLE, 'a pipe, a socket or a device');
    if (stats.size > LARGEST)
      return refuse('a file of at most 1 MB', `${Math.ceil(stats.size / LARGEST)} MB`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof TextError) throw error;
    return refuse(READABLE, troubleOf(error));
  }
};

const HINT = 'save it as UTF-8';

const decode = (bytes: Buffer): string => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return refuse('a text in UTF-8', 'one in UTF-16', '', HINT);
  const text = new TextDecoder().decode(bytes);
  const control = text.search(/[^\P{Cc}\t\r\n]/u);
  if (control >= 0)
    return refuse('a text in UTF-8', 'a control character', placeIn(text, control), HINT);
  // Whoever means this character wrote it in three bytes.
  const replaced = text.indexOf('\ufffd');
  if (replaced >= 0 && !bytes.includes('\ufffd'))
    return refuse('a text in UTF-8', 'another encoding', placeIn(text, replaced), HINT);
  return text;
};

/** The text of a file in UTF-8, without its byte order mark. Throws TextError. */
export const readTextFile = (file: string): string =>
  file === devNull ? '' : decode(bytesOf(file));
