import { programFile } from '../../client/project.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { content } from '../contexts/content.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { language } from '../contexts/language.ts';
import { policyholder } from '../contexts/policyholder.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { repeatInContext } from '../contexts/repeat-in-context.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import { collectSeveralPrices } from '../gap-prices/later-prices.ts';
import { withOwnData } from '../journey/state.ts';
import { usedContexts } from './refused-content.ts';

const NAME = 'refused-prices';

/** Every content, language and policyholder of a draft. */
const FIELDS: readonly Partial<ProbeContext>[] = valuesOf(content).flatMap((size) =>
  valuesOf(language).flatMap((spoken) =>
    valuesOf(policyholder).map((holder) => ({
      content: size,
      language: spoken,
      policyholder: holder,
    })),
  ),
);

/** Every way to use a draft without a contract, with fields in turn, and all ways at once with all fields: for a replay. */
const replayedContexts = (): readonly ProbeContext[] => {
  const used = usedContexts().filter((context) => context.contract === PLAIN.contract);
  const all = used.at(-1) ?? PLAIN;
  return [
    ...used.map((context, at) => ({ ...context, ...FIELDS[at % FIELDS.length] })),
    ...FIELDS.map((fields) => ({ ...all, ...fields })),
  ];
};

/**
 * Prices a draft several times in contexts in which the run saw a refusal; a failure is repeated in its context, and names what
 * matters.
 */
const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run, test, seed } = one;
  const found: Judgement[] = [];
  const isReplay = isReplayed(run, `breakdowns/${NAME}`);
  const contexts = isReplay ? replayedContexts() : run.memory.refusedPrices.contexts();
  for (const [at, noted] of contexts.entries()) {
    if (run.stop.reason() !== undefined) break;
    let nth = 0;
    const look = async (context: ProbeContext): Promise<readonly Finding[]> => {
      const own = { ...withOwnData(one, at, (nth += 1)), context };
      const judged = await collectSeveralPrices(own);
      return judged.map((each) => ({ ...each, test, seed, attempt: 1 }));
    };
    const first = await look(noted);
    const inPlain = first.some(({ verdict }) => verdict === 'fail') ? await look(PLAIN) : [];
    const inContext = await repeatInContext(run, noted, first, inPlain, look);
    found.push(...first, ...inPlain, ...inContext);
  }
  return found;
};

/**
 * GAP-PRICE-01 (R6): a motor gap draft that has been used may be refused its price (R5), but not after it was given one. Some
 * refusals of the run are looked at again, on new drafts that are used alike.
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
