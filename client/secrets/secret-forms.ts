import { utf8Bytes } from './decoding/view.ts';

/** Of a JWT what it says and its signature, which may come back alone; its head is the same in many. */
const tokenParts = (value: string): readonly string[] => {
  const [, payload, signature] = /^[\w-]{8,}\.([\w-]{8,})\.([\w-]{8,})$/.exec(value) ?? [];
  return payload === undefined || signature === undefined ? [] : [payload, signature];
};

/**
 * The forms of a value that no decoding brings back: the parts of a JWT, the bytes of its UTF-8, and a form's plus for each blank,
 * which a plus of the value itself would be mistaken for.
 */
export const otherForms = (value: string): readonly string[] => {
  const written = value.includes(' ') ? [value, value.replaceAll(' ', '+')] : [value];
  const forms = [...written, ...written.map(utf8Bytes), ...tokenParts(value)];
  return [...new Set(forms)].filter((form) => form !== value);
};
