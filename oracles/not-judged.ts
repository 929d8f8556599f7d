import { shownText } from './judgement-texts.ts';
import { needs } from '../spec/catalogue.ts';
import type { Need } from '../spec/requirement.ts';
import type { Facts } from './facts.ts';
import type { CellVerdict, ReasonCode } from './finding.ts';
import { SILENCING_KEYS } from './silencing.ts';

/** Reason codes in words for people; files hold the codes. */
const REASON_WORDS: Readonly<Record<ReasonCode, string>> = {
  'blocked-by': 'blocked by an earlier step',
  disturbance: 'no answer came, or it came from the environment (proxy, gateway, rate limit)',
  'foreign-location': 'the Location is at an address that the target does not name',
  hole: 'no request was sent for it',
  intermittent: 'seen once and not reproduced',
  'no-check': 'this version does not check it',
  'not-declared': 'the target file does not declare it',
  'not-executed': 'the deciding step was not reached',
  'not-found-by-target': 'a value was not found at the place that the target names',
  'other-code': 'the status of the answer decides nothing',
  'profile-dependent': 'another client got a different answer',
  'side-effects-never': 'the target does not allow it',
  'specification-silent': 'the specification leaves it open',
  'twin-refused': 'the control request (the same call without the fault) was refused as well',
  unexplained: 'an answer contradicts the specification, and no check accounts for it',
  'unlisted-sane-code': 'the answer has a transport status such as 429 and decides nothing',
  'unstated-rule':
    'a legal call was refused, perhaps by a rule that the specification does not state',
};

/** Reason why a cell is not judged, in words, with the requirement to blame if known. */
export const reasonText = ({
  reason,
  blockedBy,
}: Pick<CellVerdict, 'reason' | 'blockedBy'>): string => {
  if (reason === undefined) return 'no reason was given';
  return REASON_WORDS[reason] + (blockedBy === undefined ? '' : ` (see ${blockedBy})`);
};

/** Cells that the target excludes from judgement, by subject. */
export interface NotJudged {
  /** Such as `authentication`. */
  readonly subject: string;
  /** The reason, with the key of the target. */
  readonly why: string;
  readonly cells: number;
  /** No certificate is granted to a line without it. */
  readonly isNeeded: boolean;
}

/** Reasons that the target gives. */
const DECLARED: readonly (ReasonCode | undefined)[] = ['not-declared', 'side-effects-never'];

/** The reason why the target excludes a cell from judgement; undefined if it does not. */
const reasonOf = (cell: CellVerdict, facts: Facts): Omit<NotJudged, 'cells'> | undefined => {
  const { requirement, operation: on, verdict, reason } = cell;
  if (verdict !== 'not-applicable' && verdict !== 'observed') return undefined;
  const isDeclared = DECLARED.includes(reason);
  for (const row of SILENCING_KEYS) {
    if (row.becomes !== verdict || !(isDeclared || row.reason === reason)) continue;
    const why = row.why(requirement, on, facts);
    if (why === undefined) continue;
    return { subject: row.subject, why, isNeeded: row.isNeeded?.(requirement, on, facts) ?? false };
  }
  return isDeclared ? { subject: 'other cells', why: shownText(cell), isNeeded: false } : undefined;
};

/** True if the target excludes a cell from judgement. */
export const isSilenced = (cell: CellVerdict, facts: Facts): boolean =>
  reasonOf(cell, facts) !== undefined;

/** P1, S10, D10: needs of a certificate on each line, if the target declares credentials. */
const NEEDED: readonly (readonly [Need, string])[] = [
  ['authentication', 'authentication'],
  ['caller-without-rights', 'rights'],
  ['other-may-not-change', 'ownership'],
];

/** Requirements on credentials and identities that no answer of a line ever showed. */
const neverSeen = (verdicts: readonly CellVerdict[]): readonly NotJudged[] =>
  NEEDED.flatMap(([need, subject]): NotJudged[] => {
    const needing = verdicts.filter(({ requirement }) => needs(requirement, need));
    const groups = Map.groupBy(needing, ({ requirement }) => requirement);
    return [...groups].flatMap(([requirement, own]): NotJudged[] => {
      const open = own.filter(({ verdict }) => verdict === 'observed');
      const [first] = open;
      const isSeen = own.some(({ verdict }) => !['observed', 'not-applicable'].includes(verdict));
      if (first === undefined || isSeen) return [];
      const why = `${requirement} was only observed: ${shownText(first)}`;
      return [{ subject, why, cells: open.length, isNeeded: true }];
    });
  });

const silencedIn = (verdicts: readonly CellVerdict[], facts: Facts): readonly NotJudged[] => {
  const reasons = verdicts.flatMap((each) => reasonOf(each, facts) ?? []);
  const groups = Map.groupBy(reasons, ({ subject, why }) => JSON.stringify([subject, why]));
  return [...groups.values()].flatMap((group): NotJudged[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { subject, why } = first;
    const isNeeded = group.some((each) => each.isNeeded);
    return [{ subject, why, cells: group.length, isNeeded }];
  });
};

/** Cells of one line that were not judged, with the reason; those that a certificate needs first, then by size. */
export const notJudged = (verdicts: readonly CellVerdict[], facts: Facts): readonly NotJudged[] =>
  [...silencedIn(verdicts, facts), ...neverSeen(verdicts)].sort(
    (a, b) => Number(b.isNeeded) - Number(a.isNeeded) || b.cells - a.cells,
  );

/** The same in one line, such as `not covered: authentication, 20 cells: the target …`; undefined if nothing was excluded. */
export const notJudgedLine = (all: readonly NotJudged[]): string | undefined =>
  all.length === 0
    ? undefined
    : `not covered: ${all
        .map(
          ({ subject, why, cells }) =>
            `${subject}, ${cells} ${cells === 1 ? 'cell' : 'cells'}: ${why}`,
        )
        .join('; ')}`;
