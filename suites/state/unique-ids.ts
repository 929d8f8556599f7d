import type { Judgement } from '../../oracles/finding.ts';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { LINES, type Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import { programFile } from '../../client/project.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import { type JourneyState, withOwnData, type ItemKind } from '../journey/state.ts';
import type { Run } from '../engine/run.ts';
import { createdInTurn } from './foreign-id.ts';
import { createDraft } from './draft.ts';
import { type Item, itemOperation, postItem } from './item.ts';
import { notContracted, unreached } from '../journey/unreached.ts';

/** Number of items added to a draft. */
const itemCount = (run: Run): number => (run.plan.thorough ? 8 : 3);

/** Judges all ids that the operation issued in this run; if there are too few, the newest state gives the reason. */
const collectAll = (
  requirement: RequirementId,
  on: OperationId,
  newest: JourneyState | undefined,
  what: string,
): readonly Judgement[] => {
  if (!newest) return [];
  const { run, line, parameters } = newest;
  const all = run.memory.ids.by(on);
  if (all.length > 1) return run.judge(judgeUniqueIds, requirement, on, all);
  if (what === 'contract') return [notContracted(requirement, on, newest)];
  const origin: OperationId = parameters.draftId === undefined ? `${line}.draft-create` : on;
  return [unreached(requirement, on, newest, origin, `the id of the ${what}`)];
};

/** Checks objects of a line that were created in sequence. */
const madeCheck = (requirement: RequirementId, what: 'draft' | 'contract', line: Line): Check => {
  const on: OperationId = `${line}.${what}-create`;
  return {
    requirement,
    line,
    operations: [on],
    name: `unique-${what}s/${line}`,
    collect: async ({ run, attempt }) => {
      const made = await createdInTurn(run)(`${what}s`, line, attempt);
      return collectAll(requirement, on, made.at(-1), what);
    },
  };
};

/** Keys that differ from another one only in case, ending or length: they are distinct keys. */
const similarKeys = (key: string): readonly string[] => [
  key.toUpperCase() === key ? key.toLowerCase() : key.toUpperCase(),
  `${key}2`,
  key.slice(0, -1),
];

/** Adds items of a kind to a number of drafts, one after the other, including keys similar to the first one. */
const itemCheck = (
  requirement: 'UNIQUE-03' | 'UNIQUE-04',
  kind: ItemKind,
  drafts: number,
): Check => {
  const on = itemOperation(kind, 'post');
  const collect = async (one: Try): Promise<readonly Judgement[]> => {
    let newest: JourneyState | undefined;
    for (let draft = 1; draft <= drafts; draft += 1) {
      const start = withOwnData(one, draft);
      const { state } = await createDraft(start, 'travel');
      newest = state;
      let last: Item | undefined;
      for (let item = 1; item <= itemCount(one.run); item += 1) {
        // Items that have one value in common are different ones.
        const shared = last ? [{ of: last, value: draft + item }] : [];
        const own: Item = await postItem(kind, state, String(item), start.seed, { shared });
        last = own;
        newest = own.state;
        if (kind !== 'metadata' || item > 1) continue;
        const { key, value } = own.state.data.metadata;
        for (const near of similarKeys(key))
          await postItem(kind, state, near, one.seed, {
            given: { metadata: { key: near, value } },
          });
      }
    }
    return collectAll(requirement, on, newest, kind);
  };
  const name = `unique-items/${kind}`;
  return { requirement, line: 'travel', operations: [on], name, collect };
};

/**
 * UNIQUE-01 to UNIQUE-04 (D11): drafts, contracts, cars and keys are created in sequence; compares every id of the run. Keys
 * are compared on one draft, since a keyId may be the key's text (D5).
 */
export const uniqueIds: Checks = {
  suite: 'unique-ids',
  file: programFile(import.meta.url),
  judges: [judgeUniqueIds],
  checks: [
    ...LINES.flatMap((line) => [
      madeCheck('UNIQUE-01', 'draft', line),
      madeCheck('UNIQUE-02', 'contract', line),
    ]),
    itemCheck('UNIQUE-03', 'car', 2),
    itemCheck('UNIQUE-04', 'metadata', 1),
  ],
};
