import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { readEnvironment, variableOrigin } from '../../client/target.ts';
import { TextError, readTextFile } from '../../client/target/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import { privateKeyOf, publicKeyOf } from '../../store/certificate/envelope.ts';
import type { MinimumPolicy } from '../../store/certificate/certificate-blockers.ts';
import { POLICIES } from '../../store/policies.ts';
import type { RunOrder } from '../run-order.ts';

/** Minimum policy for a certificate. */
export const MINIMUM_POLICY: MinimumPolicy = { command: 'certify', runs: POLICIES.certify.runs };

/** Signing key. */
export interface SigningKey {
  readonly key: KeyObject;
  /** Warning that others may have the key, too, in one sentence. */
  readonly notice?: string;
}

/** Variable with the signing key, or the path of its file. */
const VARIABLE = 'ASSAY_SIGNING_KEY';

const textIn = (file: string, named: string, shown: string): string => {
  try {
    return readTextFile(file);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const got = (error.problems[0]?.got ?? 'nothing').replaceAll(file, shown);
    throw new UsageError(
      `${named}: expected a key in a PEM file, got ${shown}: ${got}; \`assay keygen\` creates a pair`,
    );
  }
};

/** Description of a value that is not shown, since it may be the key itself without its first and last line. */
const unshown = (value: string): string =>
  `a path of ${value.length.toLocaleString('en')} characters, not shown, since it may be the key itself without its BEGIN line`;

const keyIn = (pem: string, named: string, read: (pem: string) => KeyObject): KeyObject => {
  try {
    return read(pem);
  } catch (error) {
    // OpenSSL's message for an unreadable key concerns its own code, not the key.
    const { message, code } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : 'it is not a PEM key';
    throw new UsageError(`${named} cannot be used: ${why}; \`assay keygen\` creates a pair`);
  }
};

/** Mode bits that let group and others read. */
const FOR_OTHERS = 0o044;

/** Windows has no modes; those that Node reports there are made up. */
const noticeOf = (file: string, shown: string): Pick<SigningKey, 'notice'> => {
  const mode = statSync(file).mode & 0o777;
  if (process.platform === 'win32' || (mode & FOR_OTHERS) === 0) return {};
  return {
    notice: `other users of this machine can read ${shown} (mode ${mode.toString(8)}) and sign in your name; use chmod 600`,
  };
};

const keyOfFile = (file: string, named: string, shown?: string): SigningKey => ({
  key: keyIn(textIn(file, named, shown ?? file), named, privateKeyOf),
  ...noticeOf(file, shown === undefined ? file : `the file that ${named} names`),
});

/** Tests if the variable holds the key itself rather than a path. */
const isKey = (value: string): boolean => value.includes('-----BEGIN');

/** File named by ASSAY_SIGNING_KEY; undefined if it is not set, or holds the key itself. */
export const signingKeyFile = (): string | undefined => {
  const value = readEnvironment()[VARIABLE] ?? '';
  return value === '' || isKey(value) ? undefined : value;
};

/**
 * Signing key from the file, else from ASSAY_SIGNING_KEY, which holds the key or the path of its file; undefined without both.
 * Throws UsageError unless it is a private Ed25519 key. The error never shows the variable.
 */
const signingKey = (file: string | undefined): SigningKey | undefined => {
  if (file !== undefined) return keyOfFile(file, '--key');
  const value = readEnvironment()[VARIABLE];
  if (value === undefined || value === '') return undefined;
  const named = variableOrigin(VARIABLE);
  // CI variables often contain line breaks as two characters.
  return isKey(value)
    ? { key: keyIn(value.replaceAll(String.raw`\n`, '\n'), named, privateKeyOf) }
    : keyOfFile(value, named, unshown(value));
};

/** Verifying key from a file. Throws UsageError unless it is a public Ed25519 key. */
export const verifyingKey = (file: string): KeyObject =>
  keyIn(textIn(file, '--key', file), '--key', publicKeyOf);

/** Key that signs the run's certificate, if it gets one. Throws UsageError. */
export const keyOf = ({ command, key }: RunOrder): SigningKey | undefined => {
  if (command === MINIMUM_POLICY.command) return signingKey(key);
  if (key === undefined) return undefined;
  throw new UsageError(`assay ${command} signs nothing, so it takes no key; certify does`);
};
