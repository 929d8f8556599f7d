import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Made once with openssl, since Node cannot create certificates, and valid for a hundred years: a CA (ca.pem, whose key is
// gone), a server certificate it signed (server.pem and server-key.pem: localhost, service.test, 127.0.0.1), a CA that expired
// in 2001 (ended.pem), and a self-signed client certificate (client.pem; its key also encrypted, with the passphrase
// canary-passphrase). Only these tests trust them.
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`test-certificates/${name}.pem`, import.meta.url));
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** Absolute paths of the test CAs. */
export const AUTHORITY_FILES = { ca: pathOf('ca'), ended: pathOf('ended') } as const;

/** Absolute paths of the client certificate and its keys. */
export const CLIENT_FILES = {
  certificate: pathOf('client'),
  key: pathOf('client-key'),
  encryptedKey: pathOf('client-key-encrypted'),
  /** Certificate and key with so few bits that TLS rejects both. */
  weak: pathOf('weak-client'),
} as const;
/** Passphrase of the encrypted key. */
export const CLIENT_PASSPHRASE = 'canary-passphrase';

/** The same server, which requires that client certificate. */
export const mutualTlsServerCertificate = () => ({
  ...serverCertificate(),
  ca: read('client'),
  requestCert: true,
});

/** Certificate of a test's https server on 127.0.0.1 or localhost; trusted with `ca.pem`. */
export const serverCertificate = (): { readonly key: string; readonly cert: string } => ({
  key: read('server-key'),
  cert: read('server'),
});
