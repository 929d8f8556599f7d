import { inject } from 'vitest';
import { rotationOfTree, rotatingSample } from '../../exam/exam-options.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** True in a run of all tests, which takes a part of each long table. */
    readonly drawsTables?: boolean;
  }
}

/**
 * Rows of a long table to be tried. A run of all tests takes at most `size` rows, chosen by the hash of the committed tree,
 * so that many commits cover all of them; a run of named tests takes all rows.
 */
export const drawn = <Row>(rows: readonly Row[], size: number): readonly Row[] =>
  inject('drawsTables') ? rotatingSample(rows, size, rotationOfTree()) : rows;

/** Kinds of tests that make several whole runs, or take a minute or more; one of them runs at each commit. */
const LONG_TESTS = [
  'packages',
  'documents',
  'mutants',
  'other clients',
  'observations',
  'secrets',
  'full target',
  'hostile answers',
  'news since a run',
  'decided services',
  'two builds',
  'declared away',
  'nights',
  'foreign services',
  'bugs of first drafts',
  'judge mutants',
  'runs in a thread',
  'mocks',
  'recipes',
  'undeclared limits',
  'kills',
  'replays',
  'hostile services',
  'failing services',
  'actions',
  'watches',
  'named files',
  'conditional faults',
  'Schemathesis',
  'drawn pairs',
  'vitest files',
  'site in a browser',
  'secrets of a load',
  'workflows',
] as const;

/** Kinds of tests of ten to forty seconds; a twelfth of them runs at each commit. Longest first: each twelfth takes as long. */
export const MEDIUM_TESTS = [
  'refused values',
  'in-toto',
  'stopped runs',
  'shrinking pairs',
  'wrong nights',
  'midnight',
  'failures first',
  'shrunk sequences',
  'unverified runs',
  'unverified by Node',
  'only failures',
  'same drafts',
  'minimal bodies',
  'live pages',
  'stopped loads',
  'killed loads',
  'Kubernetes',
  'first gates',
  'readable keys',
  'challenges',
  'partial actions',
  'batched updates',
  'action folders',
  'faults by API',
  'queued runs',
  'random bytes',
  'detected keys',
  'first drawn cells',
  'Allure',
  'measured parts',
  'hoarders',
  'colours',
  'listed cells',
  'wrong loads',
  'packed runs',
  'deep lists',
  'capacity',
  'changed requests',
  'seeds of a day',
  'replayed probes',
  'forged challenges',
  'named runs',
  'silencing keys',
  'idle programs',
  'unguarded exits',
  'nights without k6',
  'unavailable nights',
  'chosen targets',
  'failures of targets',
  'lists of a run',
  'lists without a target',
  'documents of doctor',
  'unwritable targets',
  'plain targets',
  'broken listeners',
  'waivers',
  'two runs',
  'observed additions',
] as const;

type Kind = (typeof LONG_TESTS | typeof MEDIUM_TESTS)[number];

/** Each medium test runs at one of so many commits on average. */
export const MEDIUM_PERIOD = 12;

/**
 * Rows of a test of a kind: one of them if it is the kind's turn at this commit, otherwise none. Its next row follows at its
 * next turn. A run of named tests takes all rows.
 */
export const drawnInTurn = <Row = string>(kind: Kind, rows: readonly Row[]): readonly Row[] => {
  if (!inject('drawsTables')) return rows;
  const long: readonly Kind[] = LONG_TESTS;
  const [kinds, period]: readonly [readonly Kind[], number] = long.includes(kind)
    ? [long, long.length]
    : [MEDIUM_TESTS, MEDIUM_PERIOD];
  // Only the upper half of the hash, so that turns do not limit what a test in its turn draws by the whole of it.
  const turn = rotationOfTree() >> 12;
  if (kinds.indexOf(kind) % period !== turn % period) return [];
  return rotatingSample(rows, 1, Math.floor(turn / period));
};
