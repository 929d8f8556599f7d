import type { Line } from '../../spec/line.ts';
import type { JsonObject } from '../json.ts';
import { eachOperation } from './each-operation.ts';
import type { Fault } from './fault.ts';
import { beforeHandler, inside, refuse } from './stages.ts';

const isOnPaper = (terms: unknown): boolean => inside(terms, 'requestPaperCopy') === true;

/** Two values that meet in some drafts of a line. */
const COMBINATIONS: Readonly<Partial<Record<Line, (draft: JsonObject) => boolean>>> = {
  jobloss: ({ language, terms }) => language === 'fr' && isOnPaper(terms),
  travel: ({ terms }) => inside(terms, 'variant') === 'premium' && isOnPaper(terms),
  landlord: ({ terms }) => inside(terms, 'variant') === 'BASIC' && isOnPaper(terms),
};

/** Two legal values that are refused in one draft, while each is taken beside others (V17). */
export const refusedCombinationFaults: readonly Fault[] = eachOperation(
  'LEGAL-01',
  [
    {
      ending: 'refuses-a-combination',
      what: 'refuses a legal value on paper that it takes without paper',
      isCostlyOn: () => true,
      sow: (tables, { id, line }) => {
        beforeHandler(tables, id, ({ body }) => {
          if (COMBINATIONS[line]?.(body)) refuse('the two do not go together');
        });
      },
    },
  ],
  ({ line, step }) => step === 'draft-create' && line in COMBINATIONS,
);
