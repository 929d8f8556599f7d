/** A text with the line ends of the original: those of Windows where it has any, so that no editor shows every line as changed. */
export const withLineEndsOf = (fresh: string, original: string): string =>
  original.includes('\r\n') ? fresh.replaceAll(/\r?\n/g, '\r\n') : fresh;
