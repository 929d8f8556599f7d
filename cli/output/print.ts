/** Prints a line on standard output. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
