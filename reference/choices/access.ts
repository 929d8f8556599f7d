/** Where a credential is carried (Authentication 2: not shown). */
export type AuthChoice =
  | { readonly scheme: 'bearer' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'apiKey'; readonly in: 'header' | 'query'; readonly name: string }
  | {
      readonly scheme: 'oauth2';
      /** Path of the token endpoint, below the address and its prefix. */
      readonly tokenPath: string;
      /** Where the client's own secret is carried to the token endpoint (RFC 6749, 2.3.1). */
      readonly clientSecretIn: 'header' | 'body';
      /** Seconds that an access token lives. */
      readonly lifetime: number;
    };

/** How the service is reached, and who may use it. */
export interface AccessChoices {
  readonly auth: AuthChoice;
  /** One address for all lines, or one of its own for motor gap (the addresses may be equal). */
  readonly addresses: 'one' | 'two';
  /** Path that both addresses begin with, `''` or `/some/path`. */
  readonly pathPrefix: string;
  /** True if a request's credential, version and country are looked at before its body or after it (S12). */
  readonly checks: 'access-first' | 'body-first';
  /** What a client may do with what another one made (D10); reading is every GET. */
  readonly othersMay: 'nothing' | 'read' | 'everything';
}
