import type { ClientName } from '../clients.ts';
import type { RunningReference } from '../start.ts';
import { request } from './request.ts';

const ALTERATIONS = {
  changed: (text: string) => text.replace(/.{4}$/, 'XXXX'),
  cut: (text: string) => text.slice(0, -4),
  prolonged: (text: string) => `${text}Zz19`,
} as const;
/** Ways of making a credential invalid. */
export type Alteration = keyof typeof ALTERATIONS;

/** Parts of a request that carry the credential. */
export interface Presented {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
}

type AuthPart = Readonly<Record<string, string | undefined>>;

const NOTHING: Presented = { headers: {}, query: '' };
const header = (name: string, value: string): Presented => ({
  ...NOTHING,
  headers: { [name]: value },
});

/** One party that calls a running service, with the credential that its target document describes. */
export class Caller {
  readonly #auth: AuthPart;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(running: RunningReference, name: ClientName) {
    const { identities } = running.target as {
      readonly identities: Readonly<Record<ClientName, { readonly auth: AuthPart }>>;
    };
    this.#auth = identities[name].auth;
    this.#environment = running.environment;
  }

  /** The credential, or one that does not authenticate. */
  async presented(altered?: Alteration): Promise<Presented> {
    const damaged = (text: string): string => (altered ? ALTERATIONS[altered](text) : text);
    const { scheme, name = '', username = '' } = this.#auth;
    // Each request gets its own token: on a busy machine one may expire before the second request.
    if (scheme === 'oauth2')
      return header('authorization', `Bearer ${damaged(await this.#fetchToken())}`);
    const secret = damaged(this.#secret());
    if (scheme === 'bearer') return header('authorization', `Bearer ${secret}`);
    if (scheme === 'apiKey' && this.#auth['in'] === 'query')
      return { ...NOTHING, query: `?${name}=${encodeURIComponent(secret)}` };
    if (scheme === 'apiKey') return header(name, secret);
    const pair = Buffer.from(`${username}:${secret}`).toString('base64');
    return header('authorization', `Basic ${pair}`);
  }

  #secret(): string {
    const { token, password, key, clientSecret } = this.#auth;
    const written = token ?? password ?? key ?? clientSecret ?? '';
    return written.replace(/\$\{(\w+)\}/g, (_, name: string) => this.#environment[name] ?? '');
  }

  async #fetchToken(): Promise<string> {
    const { tokenUrl = '', clientId = '', clientSecretIn } = this.#auth;
    const secret = this.#secret();
    const isInBody = clientSecretIn === 'body';
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(isInBody ? { client_id: clientId, client_secret: secret } : {}),
    });
    const pair = Buffer.from(`${clientId}:${secret}`).toString('base64');
    const headers = isInBody ? {} : { authorization: `Basic ${pair}` };
    const { body } = await request(tokenUrl, { method: 'POST', headers, body: form });
    return (body as { readonly access_token: string }).access_token;
  }
}
