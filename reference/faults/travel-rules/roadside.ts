import { draftOf } from '../../call.ts';
import { valuesAt } from '../../item-pointer.ts';
import type { Draft } from '../../store.ts';
import { writesOf } from '../injection/row-fault.ts';
import type { Fault } from '../injection/fault.ts';
import {
  hasValue,
  overlookedRuleFault,
  type RuleFault,
  type OverlookedVariant,
} from '../injection/rule-fault.ts';
import { beforeHandler } from '../injection/stages.ts';

const { update, both } = writesOf('travel');
const CARS_AGE = '/risk/isCarsAgeElligible';
const roadside = (id: string, way: OverlookedVariant): RuleFault =>
  overlookedRuleFault(
    `travel-roadside-${id}`,
    {
      requirement: 'TRAVEL-ROADSIDE-01',
      rule: 'roadside-assistance',
      pointer: CARS_AGE,
      takenFor: true,
    },
    way,
  );

const isRefused = ({ body }: Draft): boolean =>
  hasValue('/terms/hasRoadsideAssistance', true)(body) && !hasValue(CARS_AGE, true)(body);

/** A contract of what its draft held at the last price, whose update the next price request refuses. */
const contractOfPricedContent: Fault = {
  id: 'travel-contract-ignores-an-update-that-its-price-refuses',
  breaks: { requirement: 'TRAVEL-ROADSIDE-01', operation: 'travel.draft-update' },
  what: 'A travel contract is made of the content that was priced, although the draft has roadside assistance for a car that is not eligible by now.',
  inject: (tables) => {
    const priced = new WeakMap<Draft, Draft['body']>();
    beforeHandler(tables, 'travel.price-request', (call) => {
      const draft = draftOf(call);
      priced.set(draft, draft.body);
    });
    const { lookUp } = tables;
    tables.lookUp = (call) => {
      lookUp(call);
      const { draft, operation } = call;
      const body = draft && priced.get(draft);
      if (operation.id === 'travel.contract-create' && body && isRefused(draft)) draft.body = body;
    };
  },
};

/** Roadside assistance for cars that are not eligible, or of unknown age. */
export const faults: readonly Fault[] = [
  contractOfPricedContent,
  roadside('not-eligible', {
    ...both,
    what: 'accepts roadside assistance for cars that are not eligible, up to the contract',
    when: hasValue(CARS_AGE, false),
  }),
  roadside('eligibility-absent', {
    ...both,
    what: 'accepts roadside assistance for cars of unknown age, up to the contract',
    when: (draft) => valuesAt(draft, CARS_AGE).length === 0,
  }),
  roadside('any-car', {
    ...update,
    what: 'accepts roadside assistance for any car, up to the contract',
  }),
];
