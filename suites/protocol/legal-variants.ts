import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import {
  judgeAcceptance,
  notMetAgain,
  settleRefusal,
  type TwinOutcome,
} from '../../oracles/refusals/acceptance.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { type Preparation, prepare, prepareWith } from '../engine/preparation.ts';
import { isReplayedIn } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { seenAgain } from '../engine/sightings.ts';
import { sideBySide } from '../engine/schedule.ts';
import { sendTogether, askTwin, type Variant } from './variant.ts';

const spelling = (code: string): Variant => ({
  requirement: 'COUNTRY-01',
  name: `country-${code}`,
  wanted: `${code} is taken like BE`,
  change: (legal) => ({ ...legal, country: code }),
  isSpelling: true,
});

const SPELLINGS = ['be', 'Be', 'bE'].map(spelling);

const NAME = VERSION_HEADER.toLowerCase();

const headerName = (name: string, spelt: string): Variant => ({
  requirement: 'VERSION-03',
  name: `version-header-${name}`,
  wanted: `${spelt} is taken like ${VERSION_HEADER}`,
  change: (legal) => ({ ...legal, headerNames: { [NAME]: spelt } }),
  isSpelling: true,
});

const HEADER_NAMES = [headerName('small', NAME), headerName('capitals', NAME.toUpperCase())];

const EMPTY_DRAFT: Variant = {
  requirement: 'DRAFT-02',
  name: 'empty-draft',
  wanted: 'a draft without any field is accepted',
  change: (legal) => ({ ...legal, body: {} }),
};

/** D7: the plain deletion, beside one without a body. */
const DELETIONS = (['TRAVEL-CAR-04', 'TRAVEL-METADATA-04'] as const).map(
  (requirement): Variant => ({
    requirement,
    name: 'delete-with-empty-object',
    wanted: 'an empty object is taken',
    change: (legal) => legal,
    twin: (legal) => ({ ...legal, rawBody: '' }),
  }),
);

/** The legal variants of an operation that are judged. */
export const variantsOf = (run: Run, row: KnownOperation): readonly Variant[] =>
  [...SPELLINGS, ...HEADER_NAMES, EMPTY_DRAFT, ...DELETIONS].filter(
    ({ requirement, name }) =>
      run.judges(requirement, row.id) ||
      (run.applies(requirement, row.id) && isReplayedIn(run, row.id, name)),
  );

/**
 * How the plain call of a refused read fares on the same objects, asked before the read is repeated: they may not have been
 * there yet (D3), or only now and then (S14). Undefined for a call that changes something.
 */
const twinOfRead = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  { call, state }: Preparation,
): Promise<TwinOutcome | undefined> =>
  call && row.method === 'GET' ? askTwin(run, row, variant, call, state) : undefined;

/**
 * Sends a variant on fresh objects, and its twin, for a call that changes something on others, where the variant was refused.
 * The data are those of `draw`.
 */
export const tryVariant = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  attempt: 1 | 2,
  draw: 1 | 2 = attempt,
): Promise<readonly Finding[]> => {
  const { requirement, wanted, change, name } = variant;
  const test = `protocol/${row.id}/${name}`;
  // Not that of the objects that several share: a service may answer an equal creation with the draft that it made for them.
  const seed = subSeed(run.plan.seed, 'variant', row.id, name, draw);
  const found = (judgements: readonly Judgement[]) =>
    judgements.map((each) => ({ ...each, test, attempt, seed }));
  const prepared = await prepare(row.id, { run, test, seed });
  if (!prepared.call) return found(prepared.judgements);
  const call: Call = { ...change(prepared.call), intent: 'open' };
  const send = async () => {
    const answer = await makeCall(run, call, prepared.state);
    return { answer, judged: run.judge(judgeAcceptance, answer, row, requirement, wanted) };
  };
  const { answer, judged } = await send();
  if (judged.verdict !== 'fail') return found([...prepared.judgements, judged]);
  const read = await twinOfRead(run, row, variant, prepared);
  // A refusal that the same call does not meet again is about neither the variant nor its twin.
  if ((await send()).judged.verdict !== 'fail')
    return found([...prepared.judgements, run.judge(notMetAgain, judged, row, run.target)]);
  if (read)
    return found([...prepared.judgements, ...run.judge(settleRefusal, judged, answer, read)]);
  // Refused: only beside the plain call with the same data, accepted on a fresh draft, is that about the variant.
  const fresh = await prepareWith(row.id, prepared.state);
  const outcome = fresh.call
    ? await askTwin(run, row, variant, fresh.call, fresh.state)
    : ('refused' as const);
  const settled = run.judge(settleRefusal, judged, answer, outcome);
  return found([...prepared.judgements, ...fresh.judgements, ...settled]);
};

/**
 * COUNTRY-01, VERSION-03, DRAFT-02 and TRAVEL-…-04 (W2, W1, D8, D7): legal variants of a call, each on objects made in the plain
 * way, which several share where they are taken.
 */
export const collectLegalVariants = async (
  run: Run,
  row: KnownOperation,
): Promise<readonly Finding[]> => {
  const together = await sendTogether(run, row, variantsOf(run, row));
  const alone = await sideBySide(together.left, async (variant) => {
    const first = await tryVariant(run, row, variant, 1);
    const lookAgain = (data: 'same' | 'fresh') =>
      tryVariant(run, row, variant, 2, data === 'same' ? 1 : 2);
    return seenAgain(first, lookAgain, ({ verdict }) => verdict === 'fail');
  });
  return [...together.findings, ...alone];
};
