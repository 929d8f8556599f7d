import type { KeyObject } from 'node:crypto';
import { LINES } from '../../spec/line.ts';
import { seedOfChallenge } from './challenge.ts';
import { type Envelope, isSignedBy } from './envelope.ts';
import { sha256 } from './file-digest.ts';
import { linesInWords, resultOf } from './line-results.ts';
import type { Predicate, Statement } from './predicate.ts';
import type { ReadCertificate } from './read-certificate.ts';
import { Refused } from './refused.ts';
import { keyNamedBy, type Signer, signerOf } from './signing-key.ts';
import { type LeastPolicy, whyNoCertificate } from './why-no-certificate.ts';

/** By what a certificate is judged beside itself. */
export interface Standard {
  /** Whose signature is wanted; left out: whoever's it is. */
  readonly key?: KeyObject | undefined;
  /** The UTC day, YYYY-MM-DD, by which waivers expire. */
  readonly today: string;
  readonly least: LeastPolicy;
}

const isOwnKey = (signer: Signer): boolean => {
  try {
    const { keyId, publicKey } = signerOf(keyNamedBy(signer));
    return keyId === signer.keyId && publicKey === signer.publicKey;
  } catch {
    return false;
  }
};

/**
 * Checks that a document is signed by whom the predicate names, or by nobody where it names nobody. `key` is whose signature is
 * wanted, left undefined: whoever's it is; `what` is how errors call the document. Throws Refused.
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
      throw new Refused(`the signature of ${what} was taken away`);
    throw new Refused(
      signature === undefined
        ? `${what} is not signed, and a signature is wanted`
        : `${what} is signed, and nobody is to sign it`,
    );
  }
  if (signature.keyId !== signer.keyId || !isOwnKey(signer))
    throw new Refused(`the key that ${what} names was changed`);
  if (key !== undefined && signerOf(key).keyId !== signer.keyId)
    throw new Refused(
      `${what} was signed with another key: ${signer.keyId.slice(0, 16)}, and the one given is ${signerOf(key).keyId.slice(0, 16)}`,
    );
  if (!isSignedBy(envelope, keyNamedBy(signer)))
    throw new Refused(
      `the signature of ${what} is not of this document: one of the two was changed`,
    );
};

/** What a statement says of itself has to follow from what it tells. */
const checkClaims = ({ subject, predicate }: Statement, least: LeastPolicy): void => {
  const { kind, says, whyNoCertificate: told, lines, digests, evidence, plan } = predicate;
  const why = whyNoCertificate(predicate, least);
  const isHonest =
    lines.every(
      (each, at) =>
        each.line === LINES[at] &&
        each.result === resultOf(each, predicate) &&
        (each.cells === 0 || plan.lines.includes(each.line)),
    ) &&
    says === linesInWords(lines) &&
    JSON.stringify(why) === JSON.stringify(told) &&
    kind === (why.length === 0 ? 'certificate' : 'statement of results');
  if (!isHonest) throw new Refused('it says of itself what does not follow from its own figures');
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
  if (!belongs) throw new Refused('its parts do not belong together: ledger, policy or digests');
};

const checkWaivers = ({ waivers }: Predicate, today: string): void => {
  const over = waivers.find(({ expires }) => expires < today);
  if (over)
    throw new Refused(
      `the waiver of ${over.requirement} (${over.owner}: ${over.reason}) was good until ${over.expires}, and today is ${today}`,
    );
};

/** Checks all that a certificate shows by itself: signature, claims and waivers. Throws Refused with what is wrong. */
export const checkCertificate = (
  { envelope, statement }: ReadCertificate,
  { key, today, least }: Standard,
): void => {
  checkSignature(envelope, statement.predicate, key);
  checkClaims(statement, least);
  checkWaivers(statement.predicate, today);
};
