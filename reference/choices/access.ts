/** Place and scheme of the credential (Authentication 2: not shown). */
export type AuthChoice =
  | { readonly scheme: 'bearer' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'apiKey'; readonly in: 'header' | 'query'; readonly name: string }
  | {
      readonly scheme: 'oauth2';
      /** Path of the token endpoint, below the address and its prefix. */
      readonly tokenPath: string;
      /** Place of the client's own secret in token requests (RFC 6749, 2.3.1). */
      readonly clientSecretIn: 'header' | 'body';
      /** Seconds that an access token lives. */
      readonly lifetime: number;
    };

/** Addresses, authentication and access rights of the service. */
export interface AccessChoices {
  readonly auth: AuthChoice;
  /** One address for all lines, or one of its own for motor gap (the addresses may be equal). */
  readonly addresses: 'one' | 'two';
  /** Path prefix of both addresses, `''` or `/some/path`. */
  readonly pathPrefix: string;
  /** Order of the checks of credential, version and country: before the body or after it (S12). */
  readonly checks: 'access-first' | 'body-first';
  /** Access of a client to the objects of another one (D10); reading is every GET. */
  readonly othersMay: 'nothing' | 'read' | 'everything';
}
