import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** Who signs, as a certificate names it: the key by its SHA-256, and the key itself (SPKI, DER, base64). */
export interface Signer {
  readonly algorithm: 'ed25519';
  readonly keyId: string;
  readonly publicKey: string;
}

const checked = (key: KeyObject): KeyObject => {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`wanted a key for Ed25519, got one for ${key.asymmetricKeyType ?? 'nothing'}`);
};

/** A private key in PEM. Throws where it is none, encrypted, or for something else than Ed25519. */
export const privateKeyOf = (pem: string): KeyObject => {
  if (pem.includes('ENCRYPTED')) throw new Error('the key is encrypted; a plain one is wanted');
  if (pem.includes('PUBLIC KEY'))
    throw new Error('it is a public key, which verifies; the private one signs');
  return checked(createPrivateKey(pem));
};

/** A public key in PEM. Throws where it is none, private, or for something else than Ed25519. */
export const publicKeyOf = (pem: string): KeyObject => {
  if (pem.includes('PRIVATE KEY'))
    throw new Error('it is a private key, which signs and belongs to nobody else; name the .pub');
  return checked(createPublicKey(pem));
};

/** The public key that a certificate names. Throws where it is none. */
export const keyNamedBy = ({ publicKey }: Signer): KeyObject =>
  checked(createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }));

/** How a certificate names the key that signs it, given either half of it. */
export const signerOf = (key: KeyObject): Signer => {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const der = half.export({ format: 'der', type: 'spki' });
  return {
    algorithm: 'ed25519',
    keyId: hash('sha256', der, 'hex'),
    publicKey: der.toString('base64'),
  };
};
