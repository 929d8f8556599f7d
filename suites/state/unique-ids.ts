import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import type { Run } from '../engine/run.ts';
import type { CreatedInTurn } from './foreign-id.ts';
import { createDraft } from './draft.ts';
import { type Item, type ItemKind, itemOperation, postItem } from './item.ts';
import { notContracted, unreached } from '../journey/unreached.ts';

/** Items that are added to a draft. */
const itemCount = (run: Run): number => (run.plan.thorough ? 8 : 3);

/** Judges all ids that the operation handed out in this run; where too few came of it, the newest state says why. */
const collectAll = (
  run: Run,
  requirement: RequirementId,
  on: OperationId,
  newest: JourneyState,
  what: string,
): readonly Judgement[] => {
  const all = run.memory.ids.by(on);
  if (all.length > 1) return run.judge(judgeUniqueIds, requirement, on, all);
  const missing = `the id of the ${what}`;
  if (what === 'contract') return [notContracted(run, requirement, on, newest)];
  const hasDraft = newest.parameters.draftId !== undefined;
  const origin: OperationId = hasDraft ? on : `${newest.line}.draft-create`;
  return [unreached(run, requirement, on, newest, origin, missing)];
};

const lineChecks = (run: Run, created: CreatedInTurn): readonly Check[] =>
  LINES.flatMap((line): readonly Check[] => {
    const [drafts, contracts] = [`${line}.draft-create`, `${line}.contract-create`] as const;
    const of =
      (requirement: RequirementId, on: OperationId, what: 'drafts' | 'contracts') =>
      async ({ attempt }: Try): Promise<readonly Judgement[]> => {
        const newest = (await created(what, line, attempt)).at(-1);
        return newest ? collectAll(run, requirement, on, newest, what.slice(0, -1)) : [];
      };
    return [
      {
        requirement: 'UNIQUE-01',
        line,
        operations: [drafts],
        name: `unique-drafts/${line}`,
        collect: of('UNIQUE-01', drafts, 'drafts'),
      },
      {
        requirement: 'UNIQUE-02',
        line,
        operations: [contracts],
        name: `unique-contracts/${line}`,
        collect: of('UNIQUE-02', contracts, 'contracts'),
      },
    ];
  });

/** Keys that differ from another in its case, its end or its length alone: two keys all the same. */
const nearTo = (key: string): readonly string[] => [
  key.toUpperCase() === key ? key.toLowerCase() : key.toUpperCase(),
  `${key}2`,
  key.slice(0, -1),
];

/** Adds such keys to the draft of a first one. */
const postNearKeys = async (
  run: Run,
  draft: JourneyState,
  first: Item,
  seed: number,
): Promise<void> => {
  const { key, value } = first.state.data.metadata;
  for (const near of nearTo(key))
    await postItem(run, 'metadata', draft, near, seed, { metadata: { key: near, value } });
};

/** Adds items of a kind to so many drafts, one after the other. */
const itemCheck = (
  run: Run,
  requirement: 'UNIQUE-03' | 'UNIQUE-04',
  kind: ItemKind,
  drafts: number,
): Check => {
  const on = itemOperation(kind, 'post');
  return {
    requirement,
    line: 'travel',
    operations: [on],
    name: `unique-items/${kind}`,
    collect: async ({ test, seed }) => {
      let newest: JourneyState | undefined;
      for (let draft = 1; draft <= drafts; draft += 1) {
        const { state } = await createDraft({ run, test, seed: subSeed(seed, draft) }, 'travel');
        newest = state;
        for (let item = 1; item <= itemCount(run); item += 1) {
          const own = await postItem(run, kind, state, String(item), subSeed(seed, draft));
          newest = own.state;
          if (kind === 'metadata' && item === 1) await postNearKeys(run, state, own, seed);
        }
      }
      return newest ? collectAll(run, requirement, on, newest, kind) : [];
    },
  };
};

/**
 * UNIQUE-01 to UNIQUE-04 (D11): drafts, contracts, cars and keys are made one after the other; every id of the run is
 * compared. Keys are compared on one draft, since a keyId may be the key's text (D5).
 */
export const uniqueIdChecks = (run: Run, created: CreatedInTurn): readonly Check[] => [
  ...lineChecks(run, created),
  itemCheck(run, 'UNIQUE-03', 'car', 2),
  itemCheck(run, 'UNIQUE-04', 'metadata', 1),
];
