import type { JsonObject } from './json.ts';
import type { OperationId } from '../spec/operations.ts';

/** The steps at which a rule on a draft can start to be enforced, in the order of a journey. */
export const CHECKPOINTS = ['write', 'price', 'contract'] as const;
/** A step at which a rule on a draft can start to be enforced. */
export type Checkpoint = (typeof CHECKPOINTS)[number];

/** What carries an id of its own. */
export type IdKind = 'draft' | 'car' | 'person' | 'metadata' | 'contract';

/** A body that the specification does not show: what the service accepts, and how a target's user fills it. */
export interface UnshownBody {
  readonly schema: JsonObject;
  /** With placeholders such as `{{token}}`. */
  readonly template: JsonObject;
}

/** Where a credential is carried (Authentication 2: not shown). */
export type AuthChoice =
  | { readonly scheme: 'bearer' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'apiKey'; readonly in: 'header' | 'query'; readonly name: string };

/** Every point that the specification leaves open, as one service decides it. A dialect is a value of this type. */
export interface Choices {
  readonly auth: AuthChoice;
  /** One address for all lines, or one of its own for motor gap (the addresses may be equal). */
  readonly addresses: 'one' | 'two';
  /** Path that both addresses begin with, `''` or `/some/path`. */
  readonly pathPrefix: string;
  readonly ids: {
    readonly shape: 'uuid' | 'number';
    /** JSON pointer into a body per kind, or null: the Location of the creation is the only place. */
    readonly places: Readonly<Record<IdKind, string | null>>;
    /** A metadata item is addressed by an id of its own, or by its key (D5). */
    readonly metadata: 'generated' | 'key';
  };
  /** Whether creations carry a Location, and the form of every Location. */
  readonly location: { readonly onCreate: boolean; readonly form: 'path' | 'absolute' };
  /** Success statuses where the specification states none (S1). */
  readonly statuses: {
    readonly create: 200 | 201;
    readonly compute: 200 | 201;
    readonly change: 200 | 204;
    readonly remove: 200 | 204;
    readonly lead: 200 | 201 | 202 | 204;
  };
  /** Last-Modified on the operations that list it, or on all writes (Versioning 4); its format (V5). */
  readonly lastModified: { readonly on: 'listed' | 'writes'; readonly format: 'http' | 'iso' };
  /** The body of a success that names no resource. */
  readonly noResource: 'empty' | 'object';
  readonly errors: {
    /** Fields of the error resources: `named` our own, `problem` as RFC 9457, `empty` no body at all (S13). */
    readonly style: 'named' | 'problem' | 'empty';
    /** A broken business rule where 402 is listed (S2). */
    readonly rule: 400 | 402;
    /** A refused body or broken rule where neither 400 nor 402 is listed (S4, S6). */
    readonly unlisted: 400 | 409 | 422;
    readonly version: 400 | 406 | 412;
    readonly country: 400 | 404;
    /** Another client's draft or contract; `shared`: everyone may use it (D10, S10). */
    readonly foreign: 403 | 404 | 'shared';
    /** An unknown draft at the motor gap price request, which lists no 404 (S5). */
    readonly unknownAtGapPrice: 400 | 402 | 403 | 404;
  };
  /** From which step on each rule is enforced (E2, E3, E4); named as in the target. */
  readonly checkpoints: {
    readonly schema: Checkpoint;
    readonly onlyAllowedWhen: Checkpoint;
    readonly employer: Checkpoint;
    readonly startDate: Checkpoint;
    readonly roadsideAssistance: Checkpoint;
    readonly landlordAnswers: Checkpoint;
    readonly personXorCompany: Checkpoint;
    readonly vehicleIdentification: Checkpoint;
  };
  /**
   * What a draft write looks at where `checkpoints.schema` is later: the types of all fields, or no more than that objects
   * and lists stand where they are due and nowhere else (E3).
   */
  readonly lateWrites: 'types' | 'containers';
  /** Whether a draft write takes a malformed e-mail of the policyholder (E9). */
  readonly draftsMayHoldInvalidEmail: boolean;
  /** Whether an update replaces the draft or is merged into it (D1). */
  readonly updates: 'replace' | 'merge';
  /** The time zone in which today is the purchase date (W3). */
  readonly timeZone: string;
  /** What jobloss, travel and landlord contracts need beside a draft that breaks no rule; motor gap needs both. */
  readonly contractNeeds: { readonly price: boolean; readonly token: boolean };
  /** What a second motor gap contract creation answers (K2). */
  readonly secondContract: 'replay' | 400 | 409;
  /** Bodies not shown that are not the obvious ones. */
  readonly bodies: Partial<Record<OperationId, UnshownBody>>;
  readonly paymentTerms: readonly string[];
  /** Where token-terms shows the user terms token, a JSON pointer. */
  readonly termsToken: string;
  /** Where the motor gap price request shows the amount to pay, and whether as an integer or as an amount object. */
  readonly gapPrice: { readonly place: string; readonly form: 'integer' | 'amount' };
  /** Landlord leads are marked as coming soon (S14). */
  readonly landlordLeads: 'live' | 501;
  /** Payment status of a draft that has no contract yet (S14). */
  readonly paymentStatusBeforeContract: 200 | 404;
  /** Milliseconds from the contract until its document can be downloaded (S16). */
  readonly downloadReadyAfter: number;
}

/** The default decisions: the obvious ones, and as early as a rule may be enforced. */
export const plainChoices: Choices = {
  auth: { scheme: 'bearer' },
  addresses: 'two',
  pathPrefix: '',
  ids: {
    shape: 'uuid',
    places: {
      draft: '/draftId',
      car: '/carId',
      person: '/personId',
      metadata: '/keyId',
      contract: '/contractId',
    },
    metadata: 'generated',
  },
  location: { onCreate: false, form: 'path' },
  statuses: { create: 200, compute: 200, change: 200, remove: 200, lead: 200 },
  lastModified: { on: 'listed', format: 'http' },
  noResource: 'empty',
  errors: {
    style: 'named',
    rule: 402,
    unlisted: 400,
    version: 400,
    country: 404,
    foreign: 403,
    unknownAtGapPrice: 404,
  },
  checkpoints: {
    schema: 'write',
    onlyAllowedWhen: 'write',
    // Drafts are incremental: what is merely missing is refused once it is needed.
    employer: 'contract',
    startDate: 'contract',
    roadsideAssistance: 'price',
    landlordAnswers: 'price',
    personXorCompany: 'write',
    vehicleIdentification: 'write',
  },
  lateWrites: 'types',
  draftsMayHoldInvalidEmail: true,
  updates: 'replace',
  timeZone: 'Europe/Brussels',
  contractNeeds: { price: false, token: false },
  secondContract: 409,
  bodies: {},
  paymentTerms: ['YEARLY', 'MONTHLY'],
  termsToken: '/userTermsToken',
  gapPrice: { place: '/totalPrice/withTaxes', form: 'integer' },
  landlordLeads: 'live',
  paymentStatusBeforeContract: 200,
  downloadReadyAfter: 0,
};
