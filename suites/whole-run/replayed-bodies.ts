import { draft } from '../../generators/draft.ts';
import type { LegalValue } from '../../generators/legal-value.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { draftWith, thinned } from '../../generators/surroundings.ts';
import { operation, type OperationId, takesBodyOnDraft } from '../../spec/operations.ts';
import { content } from '../contexts/content.ts';
import { dimensionsOn, PLAIN, withPlain } from '../contexts/context.ts';
import { country as countries, type Spelling } from '../contexts/country.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { language } from '../contexts/language.ts';
import { policyholder } from '../contexts/policyholder.ts';
import { siblings } from '../contexts/siblings.ts';
import type { Try } from '../engine/checks.ts';
import type { RefusedBody } from '../engine/refused-bodies.ts';
import { bodyOf } from './decisive-value.ts';
import { usedContexts } from './refused-content.ts';

/** Number of bodies to draw in a replay, and of those with each replayed value. */
const DRAWS = { bodies: 30, ofValue: 8 } as const;

/** Spellings of the country to try in a replay, the canonical one first. */
const SPELLINGS: readonly (Spelling | undefined)[] = [undefined, ...valuesOf(countries)].filter(
  (each) => each !== PLAIN.country,
);

/** Legal values of an operation's body. */
const legalValuesOn = ({ run: { generators } }: Try, on: OperationId): readonly LegalValue[] =>
  LEGAL_VALUES.filter((value) => value.operations.includes(on) && value.applies(generators));

/** Those of the replayed requirements. */
const replayedValues = (one: Try, on: OperationId): readonly LegalValue[] =>
  legalValuesOn(one, on).filter(({ requirement }) => one.run.judges(requirement, on));

/** Used drafts of a replay. Without a lead, which would be sent to addresses of reserved domains (V8). */
const usedDrafts = (one: Try, on: OperationId): readonly RefusedBody[] =>
  operation(on).step === 'draft-update'
    ? replayedValues(one, on).flatMap((value) => {
        const { valid: body } = value.drawnPair(one.run.generators, subSeed(one.seed, value.id));
        return usedContexts().map((used) => ({ body, context: withPlain(used, 'lead') }));
      })
    : [];

/** Drafts of a replay, which does not know what the run had refused: those with the replayed values, and any others. */
const drawnBodies = (one: Try, on: OperationId): readonly object[] => {
  const { run, seed } = one;
  const { generators } = run;
  const { line } = operation(on);
  const values = replayedValues(one, on);
  const draws = Array.from({ length: DRAWS.bodies }, (_, nth) => nth);
  const withValues = values.flatMap((value) =>
    draws.slice(0, DRAWS.ofValue).flatMap((nth) => {
      const { valid } = value.drawnPair(generators, subSeed(seed, value.id, nth));
      return valuesOf(siblings).map((each, half) =>
        thinned(
          { content: 'complete', siblings: each, half: subSeed(seed, nth, half) },
          bodyOf(on),
          valid,
          generators,
          (lacking) => value.holds(lacking, generators),
        ),
      );
    }),
  );
  const others = draws.map((nth) => sample(draft(line, generators), subSeed(seed, 'body', nth)));
  return [...withValues, ...others];
};

/**
 * Bodies of a replay on drafts of every content and language that contexts draw: each on some of a person and on some of a
 * company.
 */
const drawnOnDrafts = (one: Try, on: OperationId): readonly RefusedBody[] => {
  const { generators } = one.run;
  const { line } = operation(on);
  const replayed = replayedValues(one, on);
  const bodies = (replayed.length > 0 ? replayed : legalValuesOn(one, on)).map(
    (value) => value.drawnPair(generators, subSeed(one.seed, value.id)).valid,
  );
  const holders = valuesOf(policyholder).filter(
    () => dimensionsOn(line, [policyholder.name]).length > 0,
  );
  return valuesOf(content).flatMap((size, sizeAt) =>
    valuesOf(language).flatMap((spoken, spokenAt) =>
      bodies.map((body, nth) => {
        const seed = subSeed(one.seed, 'draft', size, spoken, nth);
        const holder = holders[(nth + sizeAt + spokenAt) % holders.length] ?? PLAIN.policyholder;
        const fields = { content: size, language: spoken, policyholder: holder };
        return { body, draft: draftWith(fields, line, generators, seed) };
      }),
    ),
  );
};

/** Bodies to look at in a replay, which does not know what its run saw refused. */
export const replayedBodies = (one: Try, on: OperationId): readonly RefusedBody[] =>
  takesBodyOnDraft(operation(on))
    ? drawnOnDrafts(one, on)
    : [
        ...drawnBodies(one, on).flatMap((body) => SPELLINGS.map((country) => ({ body, country }))),
        ...usedDrafts(one, on),
      ];
