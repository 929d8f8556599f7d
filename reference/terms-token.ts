import { createHmac, randomBytes } from 'node:crypto';
import { type Draw, redraw } from './draw.ts';
import type { Draft } from './store.ts';

/** Issues user terms tokens and recognises its own. Nothing is stored: a token is a nonce and its seal for the draft. */
export class TermsTokens {
  readonly #secret = randomBytes(32);
  readonly #draw: Draw;

  constructor(draw: Draw = redraw) {
    this.#draw = draw;
  }

  /** A new token for a draft. */
  issue(draft: Draft): string {
    const nonce = this.#draw('nonce', () => randomBytes(9).toString('base64url'));
    return `${nonce}.${this.#seal(nonce, draft)}`;
  }

  /** True if this service issued the token for this draft; compared as text, so no other spelling of it is valid. */
  isValid(token: string, draft: Draft): boolean {
    const [nonce = ''] = token.split('.', 1);
    return token === `${nonce}.${this.#seal(nonce, draft)}`;
  }

  #seal(nonce: string, draft: Draft): string {
    return createHmac('sha256', this.#secret)
      .update(`${draft.line}/${draft.id}/${nonce}`)
      .digest('base64url');
  }
}
