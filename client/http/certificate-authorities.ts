import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Certificates that are trusted beside those that Node trusts by itself. */
export interface Authority {
  /** `target.ca` or the variable. */
  readonly namedBy: string;
  /** As it was written; undefined where the certificates themselves were. */
  readonly file?: string;
  /** Absolute. */
  readonly path?: string;
  readonly certificates: readonly string[];
}

/** Why nothing can be trusted by it. */
export interface CertificateProblem {
  readonly got: string;
  readonly hint: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const IN_PEM = 'openssl x509 -inform der -in FILE -out ca.pem writes a binary one as PEM';

/** What stands in a PEM file, which is named as `file` where it cannot be read. */
export const pemText = (path: string, file: string): string | CertificateProblem => {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const got = code === 'ENOENT' ? `${file}, which does not exist` : `${file}, ${code ?? 'error'}`;
    return { got, hint: `it was looked for at ${path}` };
  }
};

/** What there is in a PEM text instead of what was looked for. */
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

/** Why none of these certificates can be used at this time; undefined: one can. */
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
      hint: 'take it from where it came once more',
    };
  const ended = read.flatMap((each) => each ?? []).filter(({ validToDate }) => validToDate < now);
  if (ended.length < read.length) return undefined;
  const last = ended[0]?.validToDate.toISOString().slice(0, 10);
  return { got: `${what}, which expired on ${last}`, hint: 'ask for the one that is in use today' };
};

/** The certificates of a PEM file, or of PEM text; a path is relative to the folder. */
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
    return { got: `${what}, in which there is ${pemKindsIn(text)}`, hint: IN_PEM };
  const trouble = validityProblem(certificates, now, what);
  return trouble ?? { namedBy, certificates, ...(isText ? {} : { file: written, path }) };
};

/** All that is trusted, as PEM: what Node trusts by itself, and these. */
export const trustedCertificates = (authorities: readonly Authority[]): readonly string[] => [
  ...getCACertificates('default'),
  ...authorities.flatMap(({ certificates }) => certificates),
];

/** The secure context of connections; undefined where what Node does by itself is enough. Takes some 50 ms. */
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
