// Programs of a consumer of the package.

/** Runs a gate and prints its events. */
export const JUDGING_PROGRAM = `
import { gate, UsageError } from 'assay';
const run = gate({ line: ['gap'], requirement: ['GAP-CONTRACT-*'] });
const { cells } = await run.plan;
const verdicts = [];
for await (const { cell, verdict } of run.verdicts) verdicts.push([cell, verdict]);
const { exitCode, counts } = await run.ended;
const refused = await gate({ target: 'nowhere.yaml' }).ended.catch((error) => error);
console.log(JSON.stringify({
  exitCode,
  same: JSON.stringify(cells.map(({ cell }) => cell)) === JSON.stringify(verdicts.map(([cell]) => cell)),
  passed: counts.pass === verdicts.filter(([, verdict]) => verdict === 'pass').length && counts.pass > 0,
  refused: refused instanceof UsageError,
}));
`;

/** A target that the compiler rejects in two places. */
export const TYPED_TARGET = `
import type { BodyContext } from 'assay/target';
import { defineTarget, defineTargets } from 'assay/target';
import { gate, type RunVerdict, type Target } from 'assay';
const bodies = { 'travel.person-post': ({ person }: BodyContext) => ({ name: person.id ?? '' }) };
export default defineTarget({ base_url: 'http://127.0.0.1:1', bodies }) satisfies Target;
// @ts-expect-error a key that a target does not know
defineTarget({ base_uri: 'http://127.0.0.1:1' });
/** A file with several targets. */
export const several = defineTargets({ limits: { concurrency: 2 }, targets: { blue: { bodies } } });
// @ts-expect-error the same in one of several
defineTargets({ targets: { blue: { base_uri: 'http://127.0.0.1:1' } } });
/** Conducts a run and returns its failed cells. */
export const failed = async (): Promise<readonly RunVerdict[]> => {
  const all = await Array.fromAsync(gate({ line: ['gap'] }).verdicts);
  return all.filter(({ verdict }) => verdict === 'fail');
};
`;
