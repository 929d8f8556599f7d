import { generatorRates } from '../../generators/bench.ts';
import { LINES } from '../../spec/line.ts';
import type { Measured } from './part.ts';
import { pinnedVersion } from './pinned-version.ts';
import { type TakenDrafts, takenDrafts } from './taken-drafts.ts';

const DRAFTS = 100;

const cellOf = (count: number, [any, complete]: TakenDrafts['ours']): string =>
  `${any} and ${complete} of ${count}`;

/** Speed of the generators beside those of others, and how many of the drafts a correct service takes. */
export const benchGenerators = async (): Promise<Measured> => {
  const rates = generatorRates();
  const taken = await takenDrafts(LINES, DRAFTS);
  const rows = rates.map((rate, at) => {
    const { count, ours, theirs } = taken[at] as TakenDrafts;
    return [
      rate.line,
      String(rate['drafts/s']),
      String(rate['complete drafts/s']),
      String(rate['bare Faker objects/s']),
      String(rate['complete : bare']),
      String(rate['complete json-schema-faker drafts/s']),
      cellOf(count, ours),
      cellOf(count, theirs),
    ];
  });
  const versions = [pinnedVersion('@faker-js/faker'), pinnedVersion('json-schema-faker')];
  const measured = { rows, versions, rounds: 'a second each' };
  const isEnough =
    rates.every(({ enough }) => enough) &&
    taken.every(({ count, ours }) => ours.every((each) => each === count));
  return isEnough ? measured : { ...measured, failed: true };
};
