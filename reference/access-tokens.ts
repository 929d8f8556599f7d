import { createHmac, randomBytes } from 'node:crypto';

/** Issues OAuth2 access tokens and recognises its own. Nothing is stored: a token is a name, its end and a seal. */
export class AccessTokens {
  readonly #secret = randomBytes(32);

  /** A token for a client that lives until `end`, milliseconds since the epoch. */
  issue(client: string, end: number): string {
    const content = Buffer.from(JSON.stringify([client, end, randomBytes(6).toString('hex')]));
    const text = content.toString('base64url');
    return `${text}.${this.#seal(text)}`;
  }

  /** The client of a token, or undefined if it was not issued here or has expired. `now`: milliseconds since the epoch. */
  clientOf(token: string, now: number): string | undefined {
    const [text = ''] = token.split('.', 1);
    if (token !== `${text}.${this.#seal(text)}`) return undefined;
    const [client, end] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number];
    return now < end ? client : undefined;
  }

  #seal(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}
