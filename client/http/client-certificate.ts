import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import {
  validityProblem,
  pemKindsIn,
  pemText,
  readAuthority,
  secureContextOf,
} from './certificate-authorities.ts';
import { messageOf } from '../usage-error.ts';
import type { Issue } from '../target/target-error.ts';
import type { Secret } from '../secrets/invalid-credentials.ts';

/** Source of a PEM: the absolute path of its file, or the text itself. */
export type PemSource = { readonly path: string } | { readonly text: string };

/** Client certificate for a service that requires one (mTLS). */
export interface ClientCertificate {
  /** PEM, the leaf certificate first. */
  readonly certificate: string;
  /** PEM without a passphrase: a secret. */
  readonly key: string;
  readonly given: { readonly certificate: PemSource; readonly key: PemSource };
  readonly passphrase?: string;
  /** Name of the certificate for output: its file, or that it is text. */
  readonly shown: string;
}

/** `tls` of the target with its references resolved. */
export interface ClientCertificateInput {
  readonly certificate: string;
  readonly key: string;
  readonly passphrase?: string | undefined;
  /** Base folder of relative paths. */
  readonly folder: string;
}

const KEY = /-----BEGIN ((?:[A-Z]+ )*)PRIVATE KEY-----[^]+?-----END \1PRIVATE KEY-----/;
type Trouble = Omit<Issue, 'path'>;

const isProblem = (value: object): value is Trouble => 'got' in value;

const isText = (written: string): boolean => written.includes('-----BEGIN ');
const shownFile = (written: string): string => (isText(written) ? 'PEM text' : written);
const givenPem = (written: string, folder: string): PemSource =>
  isText(written) ? { text: written } : { path: resolve(folder, written) };

const WANTED_KEY = 'a PEM file of the private key of tls.certificate';

/** A value given as a path that is probably the key itself, without line breaks or in base64. */
const LOOKS_LIKE_A_KEY = /^[A-Za-z\d+/=_\s-]{64,}$/;

/** Problem with the key; the message shows no part of it. */
const keyProblem = (pem: string, what: string, passphrase: string | undefined): Trouble => {
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && passphrase === undefined)
    return {
      wanted: 'the passphrase of an encrypted key',
      got: `${what}, which is encrypted, and no tls.passphrase`,
      hint: 'write passphrase: ${TLS_PASSPHRASE} below tls and set TLS_PASSPHRASE in the environment or in .env',
    };
  return isEncrypted
    ? {
        wanted: WANTED_KEY,
        got: `${what}, which tls.passphrase does not decrypt`,
        hint: 'openssl pkey -in FILE -noout tests a passphrase',
      }
    : {
        wanted: WANTED_KEY,
        got: `${what}, which is damaged`,
        hint: 'get it from its source again',
      };
};

const keyOf = ({ key, passphrase, folder }: ClientCertificateInput): KeyObject | Trouble => {
  if (!isText(key) && LOOKS_LIKE_A_KEY.test(key))
    return {
      wanted: WANTED_KEY,
      got: 'a text that is neither PEM nor a path (not shown, since it looks like a key)',
      hint: 'write the path of a file, or PEM text with its line breaks; base64 -d decodes its base64 form',
    };
  const read = isText(key) ? key : pemText(resolve(folder, key), key);
  if (typeof read !== 'string') return { wanted: WANTED_KEY, ...read };
  const what = shownFile(key);
  const pem = KEY.exec(read)?.[0];
  if (pem === undefined)
    return { wanted: WANTED_KEY, got: `${what}, which contains ${pemKindsIn(read)}` };
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    return keyProblem(pem, what, passphrase);
  }
};

const certificatesOf = ({
  certificate,
  folder,
}: ClientCertificateInput): readonly string[] | Trouble => {
  const wanted = 'a PEM file of the client certificate';
  const read = readAuthority(certificate, 'target.tls', folder);
  if (!('certificates' in read)) return { wanted, ...read };
  const trouble = validityProblem(
    read.certificates.slice(0, 1),
    new Date(),
    shownFile(certificate),
  );
  return trouble ? { wanted, ...trouble } : read.certificates;
};

/** Node's reason to reject the certificate, such as a key that is too short. */
const refusalOf = (certificate: string, key: string): string | undefined => {
  try {
    secureContextOf([], { certificate, key });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** The text may also hold the key, which must not be shown. */
const ofCertificates = (given: PemSource, chain: string): PemSource =>
  'text' in given ? { text: chain } : given;

/** Reads certificate and key, which may share a file; on failure, the problem at `certificate` or `key`. */
export const readClientCertificate = (order: ClientCertificateInput): ClientCertificate | Issue => {
  const { certificate, key, passphrase, folder } = order;
  const certificates = certificatesOf(order);
  if ('got' in certificates) return { path: ['tls', 'certificate'], ...certificates };
  const read = keyOf(order);
  if (isProblem(read)) return { path: ['tls', 'key'], ...read };
  const [own = ''] = certificates;
  if (!new X509Certificate(own).checkPrivateKey(read))
    return {
      path: ['tls', 'key'],
      wanted: WANTED_KEY,
      got: `${shownFile(key)}, the key of another certificate than ${shownFile(certificate)}`,
      hint: 'in a chain, the certificate of the caller comes first',
    };
  const chain = `${certificates.join('\n')}\n`;
  const pem = String(read.export({ type: 'pkcs8', format: 'pem' }));
  const refusal = refusalOf(chain, pem);
  if (refusal !== undefined)
    return {
      path: ['tls', 'certificate'],
      wanted: 'a certificate and a key that TLS accepts',
      got: `${shownFile(certificate)}: ${refusal}`,
      hint: 'use a certificate with a longer key or a newer signature algorithm',
    };
  return {
    certificate: chain,
    key: pem,
    given: {
      certificate: ofCertificates(givenPem(certificate, folder), chain),
      key: givenPem(key, folder),
    },
    ...(passphrase === undefined ? {} : { passphrase }),
    shown: shownFile(certificate),
  };
};

/** Shorter parts of a key reveal nothing, and occur by chance. */
const SHORTEST_LINE = 16;
const HIDDEN_KEY = '‹the key in target.tls›';
const HIDDEN_PASSPHRASE = '‹the passphrase in target.tls›';

const linesOf = (pem: string): readonly string[] =>
  pem
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST_LINE && !line.startsWith('-----'));

/** Secrets of a client certificate: its key, whole and line by line, and its passphrase. */
export const clientCertificateSecrets = (
  { key, given, passphrase }: ClientCertificate,
  written: { readonly key?: unknown; readonly passphrase?: unknown },
): readonly Secret[] => {
  const shellOf = (text: unknown, hidden: string): string =>
    typeof text === 'string' && text.includes('${') ? text : hidden;
  const name = 'TLS_KEY';
  const whole =
    'text' in given.key
      ? [{ name, value: given.key.text, shell: shellOf(written.key, HIDDEN_KEY) }]
      : [];
  const pems = [key, ...whole.map(({ value }) => value)];
  return [
    ...whole,
    ...[key, ...pems.flatMap(linesOf)].map((value) => ({ name, value, shell: HIDDEN_KEY })),
    ...(passphrase === undefined
      ? []
      : [
          {
            name: 'TLS_PASSPHRASE',
            value: passphrase,
            shell: shellOf(written.passphrase, HIDDEN_PASSPHRASE),
          },
        ]),
  ];
};
