/** True if text is an e-mail address: a local part, one @, a dotted domain, no blanks (V8). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
