import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalText, canonicalValue } from './canonical-json.ts';
import { Foreign, Refused } from './refused.ts';
import { signerOf } from './signing-key.ts';

// A DSSE envelope, https://github.com/secure-systems-lab/dsse: what is signed is the type and the payload, and nothing else.

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const envelopeSchema = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.string().min(1),
  signatures: z
    .array(z.strictObject({ keyid: z.string().regex(/^[0-9a-f]{64}$/), sig: z.string().min(1) }))
    .max(1),
});

/** A statement in its envelope; `signature` is absent where nobody signed it. */
export interface Envelope {
  /** The statement, as it was signed. */
  readonly payload: string;
  readonly signature?: { readonly keyId: string; readonly bytes: Buffer };
}

/** What is wrong with a document first, and where. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.join('.'), issue?.message].filter((part) => part !== '').join(': ');

/** The bytes that are signed: the pre-authentication encoding of DSSE 1.0. */
const signedBytes = (payload: string): Buffer =>
  Buffer.from(
    `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${Buffer.byteLength(payload)} ${payload}`,
  );

/** A statement in its envelope, signed where there is a key for it. */
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
  // Node reads also what nobody would write: other ends, other letters, white space.
  if (bytes.toString('base64') === text) return bytes;
  throw new Refused(`the ${part} of ${what} was changed: it is not in canonical base64`);
};

const textOf = (bytes: Buffer, what: string): string => {
  const text = bytes.toString('utf8');
  if (bytes.equals(Buffer.from(text))) return text;
  throw new Refused(`the payload of ${what} was changed: it is no text in UTF-8`);
};

/**
 * Opens an envelope, whose text has to be byte for byte what Assay would write: neither white space nor the key's name is
 * signed. Throws Foreign for what is no envelope of a statement, and Refused for one that was changed.
 */
export const openEnvelope = (text: string, what: string): Envelope => {
  const value = canonicalValue(text, 2, what);
  const { success, data, error } = envelopeSchema.safeParse(value);
  if (!success)
    throw new Foreign(
      `${what} is no certificate of Assay: a DSSE envelope of an in-toto statement is wanted, with at most one signature (${firstIssue(error)})`,
    );
  const payload = textOf(fromBase64(data.payload, 'payload', what), what);
  const [signature] = data.signatures;
  if (signature === undefined) return { payload };
  const bytes = fromBase64(signature.sig, 'signature', what);
  return { payload, signature: { keyId: signature.keyid, bytes } };
};

/** Whether an envelope was signed by the owner of this public key. */
export const isSignedBy = ({ payload, signature }: Envelope, key: KeyObject): boolean =>
  signature !== undefined && verify(null, signedBytes(payload), key, signature.bytes);
