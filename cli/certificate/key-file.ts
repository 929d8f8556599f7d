import type { KeyObject } from 'node:crypto';
import { readEnvironment, whereSet } from '../../client/target.ts';
import { TextError } from '../../client/text-error.ts';
import { readTextFile } from '../../client/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import { privateKeyOf, publicKeyOf } from '../../reports/certificate/signing-key.ts';

/** The variable that holds the signing key, or the path of its file. */
const VARIABLE = 'ASSAY_SIGNING_KEY';

const textIn = (file: string, named: string, shown: string): string => {
  try {
    return readTextFile(file);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const got = (error.problems[0]?.got ?? 'nothing').replaceAll(file, shown);
    throw new UsageError(
      `${named}: wanted a key in a PEM file, got ${shown}: ${got}; \`assay keygen\` makes a pair`,
    );
  }
};

/** Such as the key itself without its first and last line: whoever reads the log must not have it. */
const unshown = (value: string): string =>
  `a path of ${value.length.toLocaleString('en')} characters, not shown since it may be the key itself, without its BEGIN line`;

const keyIn = (pem: string, named: string, read: (pem: string) => KeyObject): KeyObject => {
  try {
    return read(pem);
  } catch (error) {
    // What OpenSSL says of a key that it cannot read is about its own code, and never about the key.
    const { message, code } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : 'it is no key in PEM';
    throw new UsageError(`${named} cannot be used: ${why}; \`assay keygen\` makes a pair`);
  }
};

/**
 * The key that signs: of the file, else of ASSAY_SIGNING_KEY, which holds the key itself or the path of its file; undefined
 * where neither is given. Throws UsageError for what is no private key for Ed25519, and shows nothing of the variable.
 */
export const signingKey = (file: string | undefined): KeyObject | undefined => {
  if (file !== undefined) return keyIn(textIn(file, '--key', file), '--key', privateKeyOf);
  const value = readEnvironment()[VARIABLE];
  if (value === undefined || value === '') return undefined;
  const named = whereSet(VARIABLE);
  // In a variable of CI line ends are often written as two characters.
  const pem = value.includes('-----BEGIN')
    ? value.replaceAll(String.raw`\n`, '\n')
    : textIn(value, named, unshown(value));
  return keyIn(pem, named, privateKeyOf);
};

/** The key that verifies, of a file. Throws UsageError for what is no public key for Ed25519. */
export const verifyingKey = (file: string): KeyObject =>
  keyIn(textIn(file, '--key', file), '--key', publicKeyOf);
