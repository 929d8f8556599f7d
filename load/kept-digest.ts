import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Holds the digest of a program beside it, as `sha256sum` writes it without the name. */
const digestFile = (program: string): string => `${program}.sha256`;

const digestOf = async (program: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(program)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

/** Writes down what a program is that was just made. */
export const keepDigest = async (program: string): Promise<void> =>
  writeFileSync(digestFile(program), `${await digestOf(program)}\n`);

/** Why a program in the cache is not started, a clause that follows its name; undefined: it is what was made there. */
export const changedSince = async (program: string): Promise<string | undefined> => {
  const file = digestFile(program);
  if (!existsSync(file)) return 'has no SHA-256 beside it';
  const kept = readFileSync(file, 'utf8').trim();
  return (await digestOf(program)) === kept
    ? undefined
    : 'is not what was made there: its SHA-256 differs';
};
