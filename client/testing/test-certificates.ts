import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Made once with openssl, since Node makes no certificates, and valid for a hundred years: an authority (ca.pem, whose key is
// gone), a server it vouches for (server.pem and server-key.pem: localhost, service.test, 127.0.0.1), and an authority that
// ended in 2001 (ended.pem), and a caller that vouches for itself (client.pem; its key also with the passphrase
// canary-passphrase). Nothing but these tests trusts them.
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`test-certificates/${name}.pem`, import.meta.url));
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** Absolute paths of the authorities of the tests. */
export const AUTHORITY_FILES = { ca: pathOf('ca'), ended: pathOf('ended') } as const;

/** Absolute paths of a caller's certificate and of its keys. */
export const CLIENT_FILES = {
  certificate: pathOf('client'),
  key: pathOf('client-key'),
  encryptedKey: pathOf('client-key-encrypted'),
  /** Certificate and key, of so few bits that TLS takes neither. */
  weak: pathOf('weak-client'),
} as const;
/** What opens the encrypted key. */
export const CLIENT_PASSPHRASE = 'canary-passphrase';

/** The same server, where it answers nobody but that caller. */
export const mutualTlsServerCertificate = () => ({
  ...serverCertificate(),
  ca: read('client'),
  requestCert: true,
});

/** What an https server of a test, on 127.0.0.1 or localhost, shows; trusted where `ca.pem` is. */
export const serverCertificate = (): { readonly key: string; readonly cert: string } => ({
  key: read('server-key'),
  cert: read('server'),
});
