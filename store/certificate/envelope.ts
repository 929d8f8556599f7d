import { type KeyObject, sign, verify, createPrivateKey, createPublicKey, hash } from 'node:crypto';
import { z } from 'zod';
import { withoutMark } from '../../spec/json-text.ts';
import { Foreign, Refused } from './bounded-file.ts';

/** Signer as named by a certificate: the SHA-256 of the key, and the key itself (SPKI, DER, base64). */
export interface Signer {
  readonly algorithm: 'ed25519';
  readonly keyId: string;
  readonly publicKey: string;
}

const checked = (key: KeyObject): KeyObject => {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(
    `expected a key for Ed25519, got one for ${key.asymmetricKeyType ?? 'no algorithm'}`,
  );
};

/** Parses a private key in PEM. Throws if it is none, encrypted, or not Ed25519. */
export const privateKeyOf = (pem: string): KeyObject => {
  if (pem.includes('ENCRYPTED'))
    throw new Error('the key is encrypted; an unencrypted one is required');
  if (pem.includes('PUBLIC KEY'))
    throw new Error('it is a public key, which only verifies; use the private key to sign');
  return checked(createPrivateKey(pem));
};

/** Parses a public key in PEM. Throws if it is none, private, or not Ed25519. */
export const publicKeyOf = (pem: string): KeyObject => {
  if (pem.includes('PRIVATE KEY'))
    throw new Error(
      'it is a private key, which signs and must stay secret; use the public key (.pub)',
    );
  return checked(createPublicKey(pem));
};

/** Public key that a certificate names. Throws if it is invalid. */
export const signerKey = ({ publicKey }: Signer): KeyObject =>
  checked(createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }));

/** Signer of a key, given either half of it. */
export const signerOf = (key: KeyObject): Signer => {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const der = half.export({ format: 'der', type: 'spki' });
  return {
    algorithm: 'ed25519',
    keyId: hash('sha256', der, 'hex'),
    publicKey: der.toString('base64'),
  };
};

/** Canonical JSON text of a document: `indent` spaces per level, on one line if 0. */
export const canonicalText = (value: unknown, indent: number): string =>
  `${JSON.stringify(value, null, indent)}\n`;

const tooDeep = (what: string, cause: unknown): Foreign =>
  new Foreign(`${what} is nested too deeply to be a document of Assay`, { cause });

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(withoutMark(text));
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(what, cause);
    throw new Foreign(`${what} is not JSON; it is truncated, or not a document of Assay`, {
      cause,
    });
  }
};

const written = (value: unknown, indent: number, what: string): string => {
  try {
    return canonicalText(value, indent);
  } catch (cause) {
    throw tooDeep(what, cause);
  }
};

/**
 * Parses a document, which must be canonical byte for byte: no duplicate keys, no other white space, no other number format.
 * Throws Foreign if it is not JSON, and Refused if it is not canonical.
 */
export const canonicalValue = (text: string, indent: number, what: string): unknown => {
  const value = parsed(text, what);
  const wanted = written(value, indent, what);
  // JSON.parse makes it an own property, but other code may take it for the prototype.
  if (/"__proto__":/.test(wanted))
    throw new Refused(`${what} has a key __proto__, which Assay never writes`);
  if (wanted === text) return value;
  if (text.includes('\r'))
    throw new Refused(
      `${what} has other line ends than Assay writes: an editor, or a checkout on Windows, changed them; get the file as it was`,
    );
  const lines = text.split('\n');
  const line = wanted.split('\n').findIndex((each, at) => each !== lines[at]) + 1 || lines.length;
  throw new Refused(
    `${what}, line ${line} is not written as Assay writes it: it has a duplicate key, or white space (also invisible) or a number was changed`,
  );
};

// A DSSE envelope, https://github.com/secure-systems-lab/dsse: exactly the type and the payload are signed.

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const envelopeSchema = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.string().min(1),
  signatures: z
    .array(z.strictObject({ keyid: z.string().regex(/^[0-9a-f]{64}$/), sig: z.string().min(1) }))
    .max(1),
});

/** A statement in its envelope; `signature` is absent if unsigned. */
export interface Envelope {
  /** The signed statement. */
  readonly payload: string;
  readonly signature?: { readonly keyId: string; readonly bytes: Buffer };
}

/** First validation issue of a document, with its path. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.join('.'), issue?.message].filter((part) => part !== '').join(': ');

/** Signed bytes: the pre-authentication encoding of DSSE 1.0. */
const signedBytes = (payload: string): Buffer =>
  Buffer.from(
    `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${Buffer.byteLength(payload)} ${payload}`,
  );

/** Wraps a statement in its envelope, and signs it if there is a key. */
export const envelopeText = (payload: string, key: KeyObject | undefined): string =>
  canonicalText(
    {
      payloadType: PAYLOAD_TYPE,
      payload: Buffer.from(payload).toString('base64'),
      signatures:
        key === undefined
          ? []
          : [
              {
                keyid: signerOf(key).keyId,
                sig: sign(null, signedBytes(payload), key).toString('base64'),
              },
            ],
    },
    2,
  );

const fromBase64 = (text: string, part: string, what: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  // Node's decoder is lenient: it accepts other alphabets, missing padding and white space.
  if (bytes.toString('base64') === text) return bytes;
  throw new Refused(`the ${part} of ${what} was changed: it is not in canonical base64`);
};

const textOf = (bytes: Buffer, what: string): string => {
  const text = bytes.toString('utf8');
  if (bytes.equals(Buffer.from(text))) return text;
  throw new Refused(`the payload of ${what} was changed: it is not UTF-8 text`);
};

/**
 * Parses an envelope, whose text must be canonical byte for byte, since neither white space nor the key id is signed. Throws
 * Foreign if it is no envelope of a statement, and Refused if it was changed.
 */
export const openEnvelope = (text: string, what: string): Envelope => {
  const value = canonicalValue(text, 2, what);
  const { success, data, error } = envelopeSchema.safeParse(value);
  if (!success)
    throw new Foreign(
      `${what} is not a certificate of Assay: expected a DSSE envelope of an in-toto statement with at most one signature (${firstIssue(error)})`,
    );
  const payload = textOf(fromBase64(data.payload, 'payload', what), what);
  const [signature] = data.signatures;
  if (signature === undefined) return { payload };
  const bytes = fromBase64(signature.sig, 'signature', what);
  return { payload, signature: { keyId: signature.keyid, bytes } };
};

/** Tests if an envelope was signed by the owner of this public key. */
export const isSignedBy = ({ payload, signature }: Envelope, key: KeyObject): boolean =>
  signature !== undefined && verify(null, signedBytes(payload), key, signature.bytes);
