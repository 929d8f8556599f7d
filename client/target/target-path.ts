/** Where something stands in a target: keys and positions from the top. */
export type TargetPath = readonly (string | number)[];

/** A path as a person writes it: `identities.owner.auth.token`, `bodies["gap.draft-create"].a[0]`. */
export const pathText = (path: TargetPath): string =>
  path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** What stands at the path, or undefined. */
export const valueAt = (value: unknown, path: TargetPath): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );

const SECRETS = ['token', 'password', 'key', 'clientSecret'];

/**
 * Whether a reference at the path is to a secret: the token, password, key or client secret of an identity, a header that
 * every request carries, or the passphrase of a client certificate.
 */
export const isSecretPath = (path: TargetPath): boolean =>
  (path[0] === 'tls' && path[1] === 'passphrase') ||
  (path[0] === 'headers' && path.length === 2) ||
  (path[0] === 'identities' &&
    path[2] === 'auth' &&
    path.length === 4 &&
    SECRETS.includes(String(path[3])));
