import { Foreign, Refused } from './refused.ts';

/** The one way in which Assay writes a document: `indent` spaces a level, and on one line where that is 0. */
export const canonicalText = (value: unknown, indent: number): string =>
  `${JSON.stringify(value, null, indent)}\n`;

const tooDeep = (what: string, cause: unknown): Foreign =>
  new Foreign(`${what} is nested too deeply to be a document of Assay`, { cause });

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(what, cause);
    throw new Foreign(`${what} is not JSON; it was cut off, or is no document of Assay`, { cause });
  }
};

const written = (value: unknown, indent: number, what: string): string => {
  try {
    return canonicalText(value, indent);
  } catch (cause) {
    throw tooDeep(what, cause);
  }
};

/**
 * The value of a document, which has to be byte for byte as Assay writes it: no key twice, no other white space, no number in
 * another form. Throws Foreign for what is no JSON, and Refused for what is written otherwise.
 */
export const canonicalValue = (text: string, indent: number, what: string): unknown => {
  const value = parsed(text, what);
  const wanted = written(value, indent, what);
  // Such a key is read as an own one here, and may be taken for something else further on.
  if (/"__proto__":/.test(wanted))
    throw new Refused(`${what} has a key __proto__, which Assay never writes`);
  if (wanted === text) return value;
  const lines = text.split('\n');
  const line = wanted.split('\n').findIndex((each, at) => each !== lines[at]) + 1 || lines.length;
  throw new Refused(
    `${what}, line ${line} is not written as Assay writes it: a key stands there twice, or white space or a number was changed`,
  );
};
