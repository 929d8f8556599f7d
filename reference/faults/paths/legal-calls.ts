import type { Line } from '../../../spec/line.ts';
import type { Step } from '../../../spec/operation.ts';
import type { KnownOperation } from '../../../spec/operations.ts';
import { draftOf } from '../../call.ts';
import type { JsonObject } from '../../json.ts';
import type { Draft } from '../../store.ts';
import { eachOperation } from '../injection/each-operation.ts';
import type { Fault, NotFaulted } from '../injection/fault.ts';
import { denyAfter } from '../injection/histories.ts';
import {
  afterRefusal,
  beforeHandler,
  valueInside,
  refuse,
  refusingFault,
} from '../injection/stages.ts';

const isOnPaper = (terms: unknown): boolean => valueInside(terms, 'requestPaperCopy') === true;

const PAPER = '/terms/requestPaperCopy';

/** Two values that occur together in some drafts of a line, and their pointers. */
const COMBINATIONS: Readonly<
  Partial<
    Record<
      Line,
      { readonly isIn: (draft: JsonObject) => boolean; readonly pointers: readonly string[] }
    >
  >
> = {
  jobloss: {
    isIn: ({ language, terms }) => language === 'fr' && isOnPaper(terms),
    pointers: ['/language', PAPER],
  },
  travel: {
    isIn: ({ terms }) => valueInside(terms, 'variant') === 'premium' && isOnPaper(terms),
    pointers: ['/terms/variant', PAPER],
  },
  landlord: {
    isIn: ({ terms }) => valueInside(terms, 'variant') === 'BASIC' && isOnPaper(terms),
    pointers: ['/terms/variant', PAPER],
  },
};

/** Two legal values that are refused together, while each is accepted beside others (V17). */
const refusedCombinations: readonly Fault[] = eachOperation(
  'LEGAL-01',
  [
    {
      ending: 'refuses-a-combination',
      what: 'refuses a legal value beside requestPaperCopy, and accepts it alone',
      dependsOn: ({ line }) => COMBINATIONS[line]?.pointers ?? [],
      isCostlyOn: () => true,
      inject: (tables, { id, line }) => {
        beforeHandler(tables, id, ({ body }) => {
          if (COMBINATIONS[line]?.isIn(body)) refuse('the two do not go together');
        });
      },
    },
  ],
  ({ line, step }) => step === 'draft-create' && line in COMBINATIONS,
);

/** A legal call that is refused for an earlier one, and served when it is sent again. */
const refusedOnce: readonly Fault[] = [
  {
    id: 'jobloss-update-refused-once-after-a-refused-one',
    breaks: { requirement: 'LEGAL-01', operation: 'jobloss.draft-update' },
    what: 'Jobloss Draft Update still holds the errors of a refused update, and answers the next one with 400.',
    inject: (tables) => {
      const next = new WeakMap<Draft, 'refused' | 'counted'>();
      beforeHandler(tables, 'jobloss.draft-update', ({ draft }) => {
        if (!draft || next.get(draft) !== 'refused') return;
        next.set(draft, 'counted');
        refuse('the draft has errors');
      });
      afterRefusal(tables, 'jobloss.draft-update', (draft) => {
        // Its own refusal is none of the caller's.
        if (next.get(draft) === 'counted') next.delete(draft);
        else next.set(draft, 'refused');
      });
    },
  },
];

/** A step that usually precedes another one without being needed for it. */
export const USUAL_BEFORE: Readonly<Partial<Record<Step, Step>>> = {
  'draft-update': 'draft-get',
  'car-delete': 'draft-update',
  'metadata-delete': 'draft-update',
  'lead-create': 'token-terms',
  'price-request': 'draft-get',
};

/** True unless an unstated tariff rule may refuse it: prices other than that of motor gap (V17). */
const isFree = ({ step, line }: KnownOperation): boolean =>
  step === 'price-request' && line !== 'gap';

/** Steps that are refused on drafts with a history and accepted on others, whatever is sent (V17). */
const refusedSteps: readonly Fault[] = eachOperation(
  'LEGAL-01',
  [
    {
      ending: 'refused-after-a-usual-step',
      what: 'answers 400 after the step that usually precedes it',
      isCostlyOn: () => true,
      inject: (tables, { id, step }) => {
        denyAfter(tables, id, new RegExp(`${USUAL_BEFORE[step]} `), 400);
      },
    },
  ],
  (row) => row.step in USUAL_BEFORE && !isFree(row),
);

/** Legal calls that are refused because of earlier calls, or because of a combination of values. */
export const faults: readonly Fault[] = [
  ...refusedSteps,
  ...refusedCombinations,
  ...refusedOnce,
  refusingFault(
    'travel-draft-has-one-car',
    'LEGAL-01',
    'travel.car-post',
    'Post Car refuses the second car of a draft.',
    (call) => draftOf(call).items.car.size > 0,
  ),
  refusingFault(
    'travel-draft-has-no-car',
    'LEGAL-01',
    'travel.car-post',
    'Post Car refuses every car.',
    () => true,
  ),
];

/** Reason that some operations cannot refuse legal calls alone. */
export const notFaulted: readonly NotFaulted[] = [
  {
    ids: /^LEGAL-01$/,
    on: /\.draft-get$/,
    because: 'A draft that its creator may not read counts as missing, which is DRAFT-01 (D3).',
  },
  {
    ids: /^LEGAL-01$/,
    on: /^(jobloss|travel|landlord)\.price-request$|\.(price-info|token-terms|contract-create|payment-status|contract-get|contract-download)$/,
    because: 'From the price on a refusal may follow an unstated rule, so it is not judged (V17).',
  },
  {
    ids: /^LEGAL-01$/,
    on: /^gap\.draft-create$|\.(car-put|person-\w+|metadata-(post|put))$/,
    because:
      'The specification does not show its body, so a refusal may concern a wrong guess (P4).',
  },
];
