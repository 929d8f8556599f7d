import { subSeed } from '../../generators/sample.ts';
import type { KnownValues, BodyContext } from '../../client/target/body-templates.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import type { Written } from '../../oracles/state/read-back.ts';
import type { Step } from '../../spec/operation.ts';
import type { ProbeContext } from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';

type Body<Of extends 'person' | 'metadata'> = NonNullable<BodyContext[Of]['body']>;

/** Data of one journey: first and changed content. Each value is generated on first use. */
export interface JourneyData {
  readonly draft: unknown;
  readonly revised: unknown;
  readonly car: unknown;
  readonly changedCar: unknown;
  readonly person: Body<'person'>;
  readonly changedPerson: Body<'person'>;
  readonly metadata: Body<'metadata'>;
  readonly changedMetadata: Body<'metadata'>;
  readonly lead: unknown;
  readonly priceRequest: unknown;
  readonly email: string;
}

/** Path parameters, each with the step that issues it. */
export const PARAMETER_ORIGINS = {
  draftId: 'draft-create',
  carId: 'car-post',
  personId: 'person-post',
  keyId: 'metadata-post',
  contractId: 'contract-create',
} as const;

/** Name of a path parameter that a service issues. */
export type Parameter = keyof typeof PARAMETER_ORIGINS;

/** Kinds of items that a travel draft can have several of, each with the parameter of its id. */
export const ITEM_PARAMETERS = { car: 'carId', person: 'personId', metadata: 'keyId' } as const;
/** A kind of item of a travel draft. */
export type ItemKind = keyof typeof ITEM_PARAMETERS;
/** All kinds of items. */
export const ITEM_KINDS = Object.keys(ITEM_PARAMETERS) as readonly ItemKind[];

/** Start of a journey: its run, the name of its exchanges in the record, and the seed of its data. */
export interface Start {
  readonly run: Run;
  /** Such as `state/deleted-car/1`. */
  readonly test: string;
  readonly seed: number;
  /** Left out: plain. */
  readonly context?: ProbeContext | undefined;
  /** True if its draft was used in its context: the service may refuse further changes (R5). */
  isUsed?: true | undefined;
}

/** The same start with its own data. */
export const withOwnData = <Of extends Start>(
  start: Of,
  ...parts: readonly (string | number)[]
): Of => ({
  ...start,
  seed: subSeed(start.seed, ...parts),
});

/** Progress of a journey: its parameters, requests and answers. */
export interface JourneyState extends Omit<Start, 'context'> {
  readonly line: Line;
  /** Context of its calls; a dimension that the service refuses becomes plain. */
  context: ProbeContext;
  readonly data: JourneyData;
  readonly parameters: { [Name in Parameter]?: string | undefined };
  known: KnownValues;
  /** Content of the last write to a landlord draft; the other lines' resources are not shown. */
  written?: Written;
  /** Prices of the motor gap draft in its context, oldest first; its content did not change after the first one. */
  prices?: readonly PriceOutcome[];
  /** `served` once it was read; `lost` if it was refused afterwards. */
  draft?: 'served' | 'lost';
  readonly exchanges: Exchange[];
  readonly judgements: Judgement[];
  /** Obstacles, by the operation that could not be called. */
  readonly blocked: Map<OperationId, Obstacle>;
}

/** Obstacle that keeps an operation from being called. */
export interface Obstacle {
  /** The operation that should have provided the missing input. */
  readonly origin: OperationId;
  /** The missing input, such as `the draft's id`. */
  readonly missing: string;
}

/** One call of a journey: a step, optionally with revised content. */
export interface Visit {
  readonly step: Step;
  /** Uses the revised or changed data. */
  readonly revised?: true;
}

/** Calls that write a draft: the body of a motor gap creation is not shown, so only an update fills it. */
export const writesOf = (line: Line): readonly Visit[] =>
  line === 'gap'
    ? [{ step: 'draft-create' }, { step: 'draft-update' }]
    : [{ step: 'draft-create' }];

/** Visits between the write of a draft and its contract. */
export const PRICED: readonly Visit[] = [{ step: 'price-request' }, { step: 'token-terms' }];

/** Visits between a price and its contract. */
export const CONTRACT: readonly Visit[] = [{ step: 'token-terms' }, { step: 'contract-create' }];

/** Visits from the write of a draft to its contract. */
export const CONTRACTED: readonly Visit[] = [{ step: 'price-request' }, ...CONTRACT];

const BEGINNING: readonly Visit[] = [
  { step: 'draft-create' },
  { step: 'draft-get' },
  { step: 'draft-update', revised: true },
  { step: 'draft-get', revised: true },
];

const PARTS: readonly Visit[] = [
  { step: 'car-post' },
  // A draft may have several cars; the second one is changed and deleted.
  { step: 'car-post' },
  { step: 'car-put', revised: true },
  { step: 'car-delete' },
  { step: 'person-post' },
  { step: 'person-put', revised: true },
  { step: 'person-delete' },
  { step: 'metadata-post' },
  { step: 'metadata-put', revised: true },
  { step: 'metadata-delete' },
  { step: 'price-info' },
];

const TO_CONTRACT: readonly Visit[] = [
  { step: 'price-request' },
  { step: 'token-terms' },
  { step: 'lead-create' },
  { step: 'contract-create' },
];

const PAID: readonly Visit[] = [
  { step: 'payment-status' },
  { step: 'contract-get' },
  { step: 'contract-download' },
];

/** Order of each line's operations from draft to contract, as a client would call them. */
export const ROUTES: Readonly<Record<Line, readonly Visit[]>> = {
  jobloss: [...BEGINNING, ...TO_CONTRACT, ...PAID],
  travel: [...BEGINNING, ...PARTS, ...TO_CONTRACT, ...PAID],
  // Its resource is shown, so every write can be read back, including a second update.
  landlord: [
    ...BEGINNING,
    { step: 'draft-update' },
    { step: 'draft-get' },
    ...TO_CONTRACT,
    ...PAID,
  ],
  gap: [...BEGINNING, ...TO_CONTRACT, { step: 'contract-get' }],
};

/** A check of each answer to a call of a journey, beside the universal oracles; it sends nothing. */
export interface JourneyCheck extends Subject {
  readonly collect: (state: JourneyState, answer: Exchange) => readonly Judgement[];
}
