import { programFile } from '../../client/project.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { content } from '../contexts/content.ts';
import { PLAIN, type ProbeContext, withPlain } from '../contexts/context.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { repeatInContext } from '../contexts/repeat-in-context.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import { collectSeveralPrices } from '../gap-prices/later-prices.ts';
import { withOwnData } from '../journey/state.ts';
import { usedContexts } from './refused-content.ts';

const NAME = 'refused-prices';

/** Contexts of the refusals of the run, or in a replay every way to use a draft, with each content. */
const contextsOf = ({ run }: Try): readonly ProbeContext[] =>
  isReplayed(run, `breakdowns/${NAME}`)
    ? usedContexts().flatMap((used) =>
        valuesOf(content).map((size) => ({ ...used, content: size })),
      )
    : run.memory.refusedPrices.contexts();

/** Prices a draft several times in each of these contexts; a refusal is repeated in it, and names what it depends on. */
const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run, test, seed } = one;
  const found: Judgement[] = [];
  for (const [at, noted] of contextsOf(one).entries()) {
    if (run.stop.reason() !== undefined) break;
    let nth = 0;
    const look = async (context: ProbeContext): Promise<readonly Finding[]> => {
      const own = { ...withOwnData(one, at, (nth += 1)), context };
      const judged = await collectSeveralPrices(own);
      return judged.map((each) => ({ ...each, test, seed, attempt: 1 }));
    };
    // Prices of the context come before those that are judged.
    const context = withPlain(noted, 'priceRequests');
    const first = await look(context);
    const inPlain = first.some(({ verdict }) => verdict === 'fail') ? await look(PLAIN) : [];
    found.push(...first, ...(await repeatInContext(run, context, first, inPlain, look)));
  }
  return found;
};

/**
 * GAP-PRICE-01 (R6): a motor gap draft that has been used may be refused its price (R5), but not after it was given one. Refusals of
 * the run are looked at again on new drafts that are used alike.
 */
export const refusedPrices: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  // Those of the check of several prices decide.
  judges: [],
  checks: [
    {
      requirement: 'GAP-PRICE-01',
      line: 'gap',
      operations: ['gap.price-request'],
      name: NAME,
      collect,
    },
  ],
};
