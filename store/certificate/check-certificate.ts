import type { KeyObject } from 'node:crypto';
import { LINES } from '../../spec/line.ts';
import { seedOfChallenge } from './challenge.ts';
import {
  type Envelope,
  isSignedBy,
  signerKey,
  type Signer,
  signerOf,
  canonicalValue,
  firstIssue,
  openEnvelope,
} from './envelope.ts';
import { sha256 } from './chain-digest.ts';
import { lineResultsText, resultOf } from './line-results.ts';
import {
  type Predicate,
  type Statement,
  PREDICATE_FAMILY,
  PREDICATE_TYPE,
  statementSchema,
} from './predicate.ts';
import { Refused, Foreign } from './bounded-file.ts';
import { type MinimumPolicy, certificateBlockers } from './certificate-blockers.ts';

/** A parsed certificate, or statement of results; not verified. */
export interface ReadCertificate {
  readonly envelope: Envelope;
  readonly statement: Statement;
}

const typeOf = (value: unknown): string => {
  const type: unknown =
    typeof value === 'object' && value !== null && 'predicateType' in value
      ? value.predicateType
      : undefined;
  return typeof type === 'string' ? type : '';
};

const NOT_OURS = 'it is not a certificate of Assay';

/**
 * Parses a certificate; `what` is its name in errors. Throws Foreign if it is none, and Refused if it is not canonical or has a
 * newer format.
 */
export const readCertificate = (text: string, what: string): ReadCertificate => {
  const envelope = openEnvelope(text, what);
  const value = canonicalValue(envelope.payload, 0, `the statement in ${what}`);
  const type = typeOf(value);
  if (type !== PREDICATE_TYPE && type.startsWith(PREDICATE_FAMILY))
    throw new Refused(
      `${what} has the format ${type}, but this version supports ${PREDICATE_TYPE}; verify it with a newer Assay`,
    );
  if (type !== PREDICATE_TYPE)
    throw new Foreign(
      `${what} holds a statement of the type ${type.slice(0, 80) || 'none'}; ${NOT_OURS}`,
    );
  const { success, error } = statementSchema.safeParse(value);
  if (!success)
    throw new Foreign(`${what} does not match its type (${firstIssue(error)}); ${NOT_OURS}`);
  // As it was written: the order of keys affects digests.
  return { envelope, statement: value as Statement };
};

/** External input of the verification. */
export interface VerificationPolicy {
  /** Expected signing key. Default: any. */
  readonly key?: KeyObject | undefined;
  /** UTC day, YYYY-MM-DD, on which waivers are judged to have expired. */
  readonly today: string;
  readonly least: MinimumPolicy;
}

const isOwnKey = (signer: Signer): boolean => {
  try {
    const { keyId, publicKey } = signerOf(signerKey(signer));
    return keyId === signer.keyId && publicKey === signer.publicKey;
  } catch {
    return false;
  }
};

/**
 * Checks that a document is signed by the signer that the predicate names, or not at all if it names none. `key` is the
 * expected signing key, undefined for any; `what` is the name of the document in errors. Throws Refused.
 */
export const checkSignature = (
  envelope: Envelope,
  { signer }: Pick<Predicate, 'signer'>,
  key: KeyObject | undefined,
  what = 'the certificate',
): void => {
  const { signature } = envelope;
  if (signer === null || signature === undefined) {
    if (signer === null && signature === undefined && key === undefined) return;
    if (signer !== null && signature === undefined)
      throw new Refused(`the signature of ${what} was removed`);
    throw new Refused(
      signature === undefined
        ? `${what} is not signed, but a signature is required`
        : `${what} is signed, but must not be`,
    );
  }
  if (signature.keyId !== signer.keyId || !isOwnKey(signer))
    throw new Refused(`the key that ${what} names was changed`);
  if (key !== undefined && signerOf(key).keyId !== signer.keyId)
    throw new Refused(
      `${what} was signed with another key: ${signer.keyId.slice(0, 16)}, not with the given one: ${signerOf(key).keyId.slice(0, 16)}`,
    );
  if (!isSignedBy(envelope, signerKey(signer)))
    throw new Refused(
      `the signature of ${what} does not match the document: one of the two was changed`,
    );
};

/** Checks that the conclusions of a statement follow from its facts. */
const checkClaims = ({ subject, predicate }: Statement, least: MinimumPolicy): void => {
  const { kind, says, whyNoCertificate: stated, lines, digests, evidence, plan } = predicate;
  const why = certificateBlockers(predicate, least);
  const isHonest =
    lines.every(
      (each, at) =>
        each.line === LINES[at] &&
        each.result === resultOf(each, predicate) &&
        (each.cells === 0 || plan.lines.includes(each.line)),
    ) &&
    says === lineResultsText(lines) &&
    JSON.stringify(why) === JSON.stringify(stated) &&
    kind === (why.length === 0 ? 'certificate' : 'statement of results');
  if (!isHonest) throw new Refused('its conclusion does not follow from its own figures');
  const { challenge, seed } = plan;
  if (challenge !== undefined && seedOfChallenge(challenge) !== seed)
    throw new Refused(
      `its seed does not derive from its challenge: ${seed} instead of ${seedOfChallenge(challenge)}`,
    );
  const cells = lines.reduce((sum, line) => sum + line.cells, 0);
  const [seal, target] = subject;
  const belongs =
    cells === predicate.ledger.cells &&
    seal?.digest.sha256 === evidence.sha256 &&
    target?.digest.sha256 === digests.target &&
    digests.policy === sha256(JSON.stringify(plan));
  if (!belongs) throw new Refused('its parts are inconsistent: ledger, policy or digests');
};

const checkWaivers = ({ waivers }: Predicate, today: string): void => {
  const over = waivers.find(({ expires }) => expires < today);
  if (over)
    throw new Refused(
      `the waiver of ${over.requirement} (${over.owner}: ${over.reason}) expired on ${over.expires}; today is ${today}`,
    );
};

/**
 * Checks everything that can be checked without evidence: signature, conclusions and waivers. Throws Refused with the problem.
 */
export const checkCertificate = (
  { envelope, statement }: ReadCertificate,
  { key, today, least }: VerificationPolicy,
): void => {
  checkSignature(envelope, statement.predicate, key);
  checkClaims(statement, least);
  checkWaivers(statement.predicate, today);
};
