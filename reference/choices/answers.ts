/** The look of a success. */
export interface SuccessChoices {
  /** Success statuses for operations without a stated one (S1). */
  readonly statuses: {
    readonly create: 200 | 201 | 204;
    readonly update: 200 | 204;
    readonly compute: 200 | 201;
    readonly change: 200 | 204;
    readonly remove: 200 | 204;
    readonly terms: 200 | 201;
    readonly lead: 200 | 201 | 202 | 204;
    /** Jobloss, travel and landlord contracts; 303 redirects to the contract. */
    readonly contract: 200 | 201 | 303;
  };
  /**
   * Presence of Last-Modified: on the operations that list it, on some of their answers, on all
   * writes, or nowhere (Versioning 4, C2); and its format (V5).
   */
  readonly lastModified: {
    readonly on: 'listed' | 'now-and-then' | 'writes' | 'none';
    readonly format: 'http' | 'iso' | 'iso-offset' | 'iso-compact';
  };
  /** The body of a success that names no resource. */
  readonly noResource: 'empty' | 'object' | 'text';
  /** True if resources show the fields that they may leave out, or only those that are not false, 0, null or empty (C1, D2, R1). */
  readonly optionalFields: 'shown' | 'filled' | 'left-out';
  /** Format of dates in a landlord draft: unchanged, midnight with an offset, or compact (D2). */
  readonly dates: 'calendar' | 'midnight' | 'compact';
  /**
   * Format of the validity limit in a landlord price: ISO date-time, seconds since 1970 as text, compact ISO, day first,
   * ISO with the name of its zone (V6).
   */
  readonly validUntil: 'iso' | 'epoch' | 'compact' | 'day-first' | 'zoned';
  /** Price shapes of the lines: landlord in the first and the others in the alternative one, or the reverse (R1). */
  readonly priceShapes: 'usual' | 'exchanged';
  /** Serialisation of JSON; none of it has a meaning (V2, V14, S17). */
  readonly json: {
    readonly type: `application/${'json' | 'hal+json' | 'vnd.quoting.v1+json'}`;
    readonly extraFields: boolean;
    readonly absentFields: 'left-out' | 'null';
    readonly keys: 'usual' | 'reversed';
    /** An amount of 13.25 is written 1325 or 1325.0. */
    readonly amounts: 'plain' | 'decimal';
    /** The currency in a price or a resource. */
    readonly currency: 'EUR' | 'eur';
    readonly layout: 'compact' | 'indented';
    /** JSON pointer of the resource in its answer; empty if the answer is the resource (P3). */
    readonly envelope: '' | '/data';
  };
}

/** The look of a refusal. */
export interface ErrorChoices {
  readonly errors: {
    /** `named`: fields of our own; `problem`: RFC 9457; `text`: plain text; `empty`: no body at all (S13). */
    readonly style: 'named' | 'problem' | 'text' | 'empty';
    /** True if statuses for which the table names no resource have a body as well (S13). */
    readonly bodies: 'named-resources' | 'all';
    /** A broken business rule on an operation that lists 402 (S2). */
    readonly rule: 400 | 402;
    /** A refused body or broken rule on an operation that lists neither 400 nor 402, or no status at all (S4, S6). */
    readonly unlisted: 400 | 403 | 409 | 422;
    readonly version: 400 | 403 | 406 | 412;
    readonly country: 400 | 403 | 404 | 422;
    /** A client without rights; 404 conceals (S10). */
    readonly noRight: 403 | 404;
    /** A client that may not do this with another one's draft or contract; 404 conceals (D10, S10). */
    readonly foreign: 403 | 404;
    /** An unknown id on an operation without a detail entry (S11). */
    readonly unknown: 400 | 404 | 410;
    /** An unknown draft at the motor gap price request, which lists no 404 (S5). */
    readonly unknownAtGapPrice: 400 | 402 | 403 | 404;
  };
}
