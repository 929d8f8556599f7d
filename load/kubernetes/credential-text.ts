import { TOKEN_NAMES, present } from '../../client/secrets/credential.ts';
import { secretOf } from '../../client/target/target-auth.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';

/** Stands for a secret that was written into the target itself, and has no variable. */
const NAMELESS = '$ASSAY_CREDENTIAL';

/**
 * The owner's credential as k6 reads it (PlannedCredential), for a here document of a shell: the names of variables stand in
 * place of what is secret.
 */
export const credentialText = (target: ResolvedTarget): string => {
  const { auth } = target.identities.owner;
  const redactor = createRedactor(target);
  const secret = auth.scheme === 'oauth2' ? `$${TOKEN_NAMES.owner}` : secretOf(auth);
  if (secret === undefined) return JSON.stringify({ headers: {}, query: '' });
  const shown = redactor.text(secret);
  const name = /^\$\w+$/.test(shown) ? shown : NAMELESS;
  if (auth.scheme === 'basic') {
    const pair = `$(printf %s "${redactor.text(auth.username)}:${name}" | base64 | tr -d '\\n')`;
    return `{"headers":{"authorization":"Basic ${pair}"},"query":""}`;
  }
  const { headers, query } = present(auth, 'valid', secret);
  const without = (value: string): string => value.replaceAll(secret, () => name);
  const pairs = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${without(value)}`,
  );
  const text = JSON.stringify({
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, without(value)]),
    ),
    query: pairs.length === 0 ? '' : `?${pairs.join('&')}`,
  });
  return text;
};
