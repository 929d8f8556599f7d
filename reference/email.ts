/** True if text is an e-mail address: one @, something before it, a dotted domain after it, no blanks (V8). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
