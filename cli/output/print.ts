/** Writes a line to standard output. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
