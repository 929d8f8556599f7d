import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { readEnvironment, variableOrigin } from '../../client/target.ts';
import { TextError, readTextFile } from '../../client/target/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import { privateKeyOf, publicKeyOf } from '../../store/certificate/envelope.ts';
import type { LeastPolicy } from '../../store/certificate/certificate-blockers.ts';
import { POLICIES } from '../../store/policies.ts';
import type { RunOrder } from '../run-order.ts';

/** What a run needs at least to be a certificate. */
export const LEAST_POLICY: LeastPolicy = { command: 'certify', runs: POLICIES.certify.runs };

/** The key that signs. */
export interface SigningKey {
  readonly key: KeyObject;
  /** That somebody else may have it, too, in a sentence. */
  readonly notice?: string;
}

/** The variable that holds the signing key, or the path of its file. */
const VARIABLE = 'ASSAY_SIGNING_KEY';

const textIn = (file: string, named: string, shown: string): string => {
  try {
    return readTextFile(file);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const got = (error.problems[0]?.got ?? 'nothing').replaceAll(file, shown);
    throw new UsageError(
      `${named}: expected a key in a PEM file, got ${shown}: ${got}; \`assay keygen\` makes a pair`,
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

/** Of a mode: group and others may read. */
const FOR_OTHERS = 0o044;

/** Windows has no modes, and Node makes them up there. */
const noticeOf = (file: string, shown: string): Pick<SigningKey, 'notice'> => {
  const mode = statSync(file).mode & 0o777;
  if (process.platform === 'win32' || (mode & FOR_OTHERS) === 0) return {};
  return {
    notice: `other users of this machine can read ${shown} (mode ${mode.toString(8)}), and sign in your name; chmod 600 is enough`,
  };
};

const keyOfFile = (file: string, named: string, shown?: string): SigningKey => ({
  key: keyIn(textIn(file, named, shown ?? file), named, privateKeyOf),
  ...noticeOf(file, shown === undefined ? file : `the file that ${named} names`),
});

/** The variable holds the key itself, not the path of its file. */
const isKey = (value: string): boolean => value.includes('-----BEGIN');

/** The file that ASSAY_SIGNING_KEY names; undefined where it is not set, or holds the key itself. */
export const signingKeyFile = (): string | undefined => {
  const value = readEnvironment()[VARIABLE] ?? '';
  return value === '' || isKey(value) ? undefined : value;
};

/**
 * The signing key from the file, else from ASSAY_SIGNING_KEY, which holds the key or the path of its file; undefined without
 * both. Throws UsageError unless it is a private Ed25519 key. The error never shows the variable.
 */
const signingKey = (file: string | undefined): SigningKey | undefined => {
  if (file !== undefined) return keyOfFile(file, '--key');
  const value = readEnvironment()[VARIABLE];
  if (value === undefined || value === '') return undefined;
  const named = variableOrigin(VARIABLE);
  // In a variable of CI line ends are often written as two characters.
  return isKey(value)
    ? { key: keyIn(value.replaceAll(String.raw`\n`, '\n'), named, privateKeyOf) }
    : keyOfFile(value, named, unshown(value));
};

/** The verifying key from a file. Throws UsageError unless it is a public Ed25519 key. */
export const verifyingKey = (file: string): KeyObject =>
  keyIn(textIn(file, '--key', file), '--key', publicKeyOf);

/** The key that the run's certificate is signed with, where there is to be one. Throws UsageError. */
export const keyOf = ({ command, key }: RunOrder): SigningKey | undefined => {
  if (command === LEAST_POLICY.command) return signingKey(key);
  if (key === undefined) return undefined;
  throw new UsageError(`assay ${command} signs nothing, so it takes no key; certify does`);
};
