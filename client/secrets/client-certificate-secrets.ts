import type { ClientCertificate } from '../http/client-certificate.ts';
import type { Secret } from '../target.ts';

/** Shorter pieces of a key tell nothing, and occur by chance. */
const SHORTEST_LINE = 16;
const KEY = '‹the key in target.tls›';
const PASSPHRASE = '‹the passphrase in target.tls›';

const linesOf = (pem: string): readonly string[] =>
  pem
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST_LINE && !line.startsWith('-----'));

/** What must not be shown of a client certificate: its key, as a whole and by its lines, and its passphrase. */
export const clientCertificateSecrets = (
  { key, given, passphrase }: ClientCertificate,
  written: { readonly key?: unknown; readonly passphrase?: unknown },
): readonly Secret[] => {
  const shellOf = (text: unknown, hidden: string): string =>
    typeof text === 'string' && text.includes('${') ? text : hidden;
  const name = 'TLS_KEY';
  const whole =
    'text' in given.key ? [{ name, value: given.key.text, shell: shellOf(written.key, KEY) }] : [];
  const pems = [key, ...whole.map(({ value }) => value)];
  return [
    ...whole,
    ...[key, ...pems.flatMap(linesOf)].map((value) => ({ name, value, shell: KEY })),
    ...(passphrase === undefined
      ? []
      : [
          {
            name: 'TLS_PASSPHRASE',
            value: passphrase,
            shell: shellOf(written.passphrase, PASSPHRASE),
          },
        ]),
  ];
};
