import { z } from 'zod';
import { text } from './target-values.ts';

/** The certificate that a service is shown, and its key. */
export const tls = z.strictObject({
  certificate: text.describe(
    'The certificate, the caller’s own first where it is a chain: path of a PEM file, relative to the target file, or the PEM itself.',
  ),
  key: text.describe(
    'Its private key: path of a PEM file, relative to the target file, or a reference to the PEM itself such as ${TLS_KEY}.',
  ),
  passphrase: text
    .optional()
    .describe(
      'What opens the key, as a reference such as ${TLS_PASSPHRASE}. Left out: it is not encrypted.',
    ),
});

/** The hosts whose certificate need not be verified, where the caller says so. */
export const testHosts = z
  .array(text)
  .default([])
  .describe(
    'Host names, exactly as the addresses have them, of services for tests: --insecure may leave their certificates unverified, as it may on this machine.',
  );
