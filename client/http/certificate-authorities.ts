import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Certificates that are trusted in addition to those of Node. */
export interface Authority {
  /** `target.ca`, or the variable. */
  readonly namedBy: string;
  /** File name as it was written; undefined if the certificates were given inline. */
  readonly file?: string;
  /** Absolute path. */
  readonly path?: string;
  readonly certificates: readonly string[];
}

/** Problem that makes the certificates unusable. */
export interface CertificateProblem {
  readonly got: string;
  readonly hint: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const IN_PEM = 'openssl x509 -inform der -in FILE -out ca.pem writes a binary one as PEM';

/** Text of a PEM file; `file` is the name that errors show. */
export const pemText = (path: string, file: string): string | CertificateProblem => {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const got = code === 'ENOENT' ? `${file}, which does not exist` : `${file}, ${code ?? 'error'}`;
    return { got, hint: `Assay looked for it at ${path}` };
  }
};

/** Kinds of PEM blocks in a text that lacks the expected one. */
export const pemKindsIn = (text: string): string => {
  const kinds = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map(([, kind]) => kind);
  return kinds.length === 0 ? 'no PEM at all' : `only ${[...new Set(kinds)].join(', ')}`;
};

const whole = (certificate: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(certificate);
  } catch {
    return undefined;
  }
};

/** Problem that makes all of these certificates unusable now; undefined if at least one is valid. */
export const validityProblem = (
  certificates: readonly string[],
  now: Date,
  what: string,
): CertificateProblem | undefined => {
  const read = certificates.map(whole);
  const broken = read.indexOf(undefined);
  if (broken !== -1)
    return {
      got: `${what}, whose certificate number ${broken + 1} is damaged`,
      hint: 'get it from its source again',
    };
  const ended = read.flatMap((each) => each ?? []).filter(({ validToDate }) => validToDate < now);
  if (ended.length < read.length) return undefined;
  const last = ended[0]?.validToDate.toISOString().slice(0, 10);
  return { got: `${what}, which expired on ${last}`, hint: 'get the one that is in use today' };
};

/** Certificates of a PEM file, or of PEM text; a path is relative to the folder. */
export const readAuthority = (
  written: string,
  namedBy: string,
  folder: string,
  now: Date = new Date(),
): Authority | CertificateProblem => {
  const isText = written.includes('-----BEGIN ');
  const path = resolve(folder, written);
  const text = isText ? written : pemText(path, written);
  if (typeof text !== 'string') return text;
  const certificates = text.match(CERTIFICATE) ?? [];
  const what = isText ? 'PEM text' : written;
  if (certificates.length === 0)
    return { got: `${what}, which contains ${pemKindsIn(text)}`, hint: IN_PEM };
  const trouble = validityProblem(certificates, now, what);
  return trouble ?? { namedBy, certificates, ...(isText ? {} : { file: written, path }) };
};

/** All trusted certificates, as PEM: Node's defaults and these. */
export const trustedCertificates = (authorities: readonly Authority[]): readonly string[] => [
  ...getCACertificates('default'),
  ...authorities.flatMap(({ certificates }) => certificates),
];

/** Secure context for connections; undefined if Node's default is enough. Takes some 50 ms to create. */
export const secureContextOf = (
  authorities: readonly Authority[],
  client?: { readonly certificate: string; readonly key: string },
): SecureContext | undefined =>
  authorities.length === 0 && client === undefined
    ? undefined
    : createSecureContext({
        ...(authorities.length === 0 ? {} : { ca: [...trustedCertificates(authorities)] }),
        ...(client ? { cert: client.certificate, key: client.key } : {}),
      });
