import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { subSeed } from '../../generators/sample.ts';
import { type Finding, isDisturbed, isOpen, type Judgement } from '../../oracles/finding.ts';
import { judgeAcceptance, notRepeated, settleRefusal } from '../../oracles/refusals/acceptance.ts';
import type { Step } from '../../spec/operation.ts';
import { type KnownOperation } from '../../spec/operations.ts';
import { prepare } from '../engine/preparation.ts';
import { isReplayedIn } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { mapConcurrently } from '../engine/schedule.ts';
import { withRepeat } from '../engine/sightings.ts';
import { breakdownsIn } from '../journey/every-answer.ts';
import type { JourneyState } from '../journey/state.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { repeatInContext } from '../contexts/repeat-in-context.ts';
import { combined, type Pack, packsOf, type Variant, VARIANTS } from './variants.ts';
import {
  contextOf,
  judgeNotRepeated,
  type Sent,
  sendAgain,
  sendControl,
  sendVariant,
  testOf,
  tryVariant,
} from './try-variant.ts';

/** Requirements that a refused variant breaks. */
export const legalVariants: Subject = {
  file: programFile(import.meta.url),
  requirements: [...new Set(VARIANTS.map(({ requirement }) => requirement))],
  judges: [judgeAcceptance, settleRefusal, notRepeated],
  // A server error is no refusal (S9).
  besides: [{ requirements: [LEGAL_CALL.sound], judges: [settleRefusal] }],
};

/** Legal variants of an operation that are judged. */
export const variantsOf = (run: Run, { id }: KnownOperation): readonly Variant[] =>
  VARIANTS.filter(
    ({ requirement, name }) =>
      run.judges(requirement, id) || (run.applies(requirement, id) && isReplayedIn(run, id, name)),
  );

/** Packs of the spellings that are judged or replayed; whole, so that a selection or a replay sends the same calls. */
const packsFor = (run: Run, { id }: KnownOperation, chosen: readonly Variant[]): readonly Pack[] =>
  packsOf(
    VARIANTS.filter(({ isSpelling, requirement }) => isSpelling && run.applies(requirement, id)),
  ).filter(
    (pack) =>
      pack.some((each) => chosen.includes(each)) || isReplayedIn(run, id, combined(pack).name),
  );

/** Steps other than reads that can be repeated on the same objects; if a service refuses the repeat, fresh objects decide. */
const AGAIN: ReadonlySet<Step> = new Set([
  'draft-update',
  'price-request',
  'token-terms',
  'lead-create',
  'car-put',
  'person-put',
  'metadata-put',
]);

const isRepeatable = ({ method, step }: KnownOperation): boolean =>
  method === 'GET' || AGAIN.has(step);

/**
 * Judges a refused spelling against the plain call on the same objects, and repeats it: a refusal that occurs only after this
 * history is a failure (rule section 0). If the plain call is refused as well, the service accepts no more of these calls,
 * which is permitted.
 */
const judgeRefused = async (
  variant: Variant,
  plain: Call,
  state: JourneyState,
  sent: Sent,
): Promise<readonly Judgement[]> => {
  const { run } = state;
  const { judged, answer } = sent;
  const control = await sendControl(variant, plain, state);
  if (control === 'refused') return breakdownsIn(run, answer);
  // Twice: of a service that refuses every second call, one would be accepted between two refused variants.
  if ((await sendControl(variant, plain, state)) === 'refused')
    return judgeNotRepeated(sent, state);
  const second = await sendAgain(variant, plain, state);
  if (second.judged.verdict !== 'fail') return judgeNotRepeated(sent, state);
  return [
    ...run.judge(settleRefusal, judged, answer, control),
    ...run.judge(settleRefusal, second.judged, second.answer, control),
  ];
};

/** Answers to the variants of an operation that were sent together, and what they leave open. */
interface SentTogether {
  readonly findings: readonly Finding[];
  /** Variants that are to be sent alone. */
  readonly left: readonly Variant[];
  /** Packs that were refused, although each of their variants may be accepted. */
  readonly refused: readonly RefusedPack[];
}

/** A pack that was refused in one call. */
interface RefusedPack {
  readonly pack: Pack;
  /** Sightings, which stand if each of its variants is accepted alone. */
  readonly shown: readonly Finding[];
}

/** Evidence that all variants of a pack were accepted in one call, or its refusal. */
const sendPack = async (
  row: KnownOperation,
  pack: Pack,
  plain: Call,
  state: JourneyState,
): Promise<readonly Finding[] | Sent> => {
  const { run, seed } = state;
  const { answer, judged } = await sendVariant(combined(pack), plain, state);
  if (judged.verdict !== 'pass') return { answer, judged };
  return pack.map((variant): Finding => {
    const { requirement, expected } = variant;
    const own = run.judge(judgeAcceptance, answer, row, requirement, expected);
    return { ...own, test: testOf(row, variant), attempt: 1, seed };
  });
};

/** Sends each pack of several variants on objects of its own; whatever is not accepted there is left to its variants. */
const sendApart = async (
  run: Run,
  row: KnownOperation,
  packs: readonly Pack[],
): Promise<SentTogether> => {
  const all = await mapConcurrently(packs, async (pack): Promise<readonly SentTogether[]> => {
    if (pack.length === 1) return [{ findings: [], left: pack, refused: [] }];
    const [{ requirement }, ...variants] = pack;
    const found = await tryVariant(run, row, combined(pack), { attempt: 1, draw: 1 }, variants);
    const own = found.find((each) => each.requirement === requirement);
    if (own?.verdict === 'pass') {
      const findings = found.map((each) => {
        const variant = pack.find((one) => one.requirement === each.requirement);
        return variant ? { ...each, test: testOf(row, variant) } : each;
      });
      return [{ findings, left: found.some(isOpen) ? pack : [], refused: [] }];
    }
    const refused = own && !isDisturbed(own) ? [{ pack, shown: [own] }] : [];
    return [{ findings: found.filter((each) => each !== own), left: pack, refused }];
  });
  return {
    findings: all.flatMap(({ findings }) => findings),
    left: all.flatMap(({ left }) => left),
    refused: all.flatMap(({ refused }) => refused),
  };
};

/**
 * Sends the spellings of a call in packs, on the same objects if it can be repeated; refused ones are also sent alone (W1, W2).
 */
const sendTogether = async (
  run: Run,
  row: KnownOperation,
  variants: readonly Variant[],
): Promise<SentTogether> => {
  const packs = packsFor(run, row, variants);
  const left = variants.filter(({ isSpelling }) => !isSpelling);
  const [first] = packs;
  if (!first) return { findings: [], left, refused: [] };
  if (!isRepeatable(row)) {
    const apart = await sendApart(run, row, packs);
    return { ...apart, left: [...left, ...apart.left] };
  }
  const seed = subSeed(run.plan.seed, 'variants', row.id);
  const { call, state } = await prepare(row.id, { run, test: testOf(row, first[0]), seed });
  // Each variant's own objects settle its blame.
  if (!call) return { findings: [], left: variants, refused: [] };
  const findings: Finding[] = [];
  const refused: RefusedPack[] = [];
  let reported = 0;
  /** Records findings and those of the calls since the last ones; true if none is open. */
  const note = (test: string, own: readonly Judgement[]): boolean => {
    const shown = [...state.judgements.slice(reported), ...own];
    reported = state.judgements.length;
    findings.push(...shown.map((each): Finding => ({ test, attempt: 1, seed, ...each })));
    return !shown.some(isOpen);
  };
  for (const pack of packs) {
    const test = testOf(row, pack[0]);
    const together = pack.length > 1 && (await sendPack(row, pack, { ...call, test }, state));
    if (together && !('judged' in together)) {
      if (!note(test, together)) left.push(...pack);
      continue;
    }
    if (together) {
      // Objects that accept no more of these calls show nothing about the pack.
      const shown = isDisturbed(together.judged)
        ? []
        : await judgeRefused(combined(pack), { ...call, test }, state, together);
      refused.push({
        pack,
        shown: shown.map((each): Finding => ({ ...each, test, attempt: 1, seed })),
      });
    }
    for (const variant of pack) {
      const plain = { ...call, test: testOf(row, variant) };
      const sent = await sendVariant(variant, plain, state);
      const { verdict } = sent.judged;
      const met = verdict === 'fail' ? await judgeRefused(variant, plain, state, sent) : [];
      const isSettled = note(plain.test, [...met, ...(verdict === 'pass' ? [sent.judged] : [])]);
      if (verdict !== 'pass' || !isSettled) left.push(variant);
    }
  }
  return { findings, left, refused };
};

/** The repeats of draw n use the numbers above n times this, which no draw has. */
const AGAIN_FROM = 10;

/**
 * Tries a draw of a variant. A failure is repeated with fresh data in the plain context, and if it does not recur there, in its
 * own.
 */
const tryDraw = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  draw: 1 | 2,
): Promise<readonly Finding[]> => {
  const drawn = contextOf(run, row, variant, draw);
  // An answer to one draw settles nothing about the other one.
  const test = `${testOf(row, variant)}${draw === 1 ? '' : `.other-data-${draw}`}`;
  const first = await tryVariant(run, row, variant, { attempt: 1, draw, test, context: drawn });
  let data = AGAIN_FROM * draw;
  const repeat = (nth: number, context: ProbeContext) =>
    tryVariant(run, row, variant, { attempt: 2, draw: nth, test, context });
  const again = (context: ProbeContext) => repeat((data += 1), context);
  const lookAgain = (same: 'same' | 'fresh') =>
    same === 'same' ? repeat(draw, PLAIN) : again(PLAIN);
  const found = await withRepeat(first, lookAgain, ({ verdict }) => verdict === 'fail');
  const inContext = await repeatInContext(run, drawn, first, found.slice(first.length), again);
  return [...found, ...inContext];
};

/**
 * COUNTRY-01, VERSION-03, DRAFT-02 and TRAVEL-…-04 (W2, W1, D8, D7): legal variants of a call, each on plainly prepared
 * objects, which accepted variants share.
 */
export const collectLegalVariants = async (
  run: Run,
  row: KnownOperation,
): Promise<readonly Finding[]> => {
  const { findings, left, refused } = await sendTogether(run, row, variantsOf(run, row));
  const tryAlone = (variant: Variant) => tryDraw(run, row, variant, 1);
  const alone = await mapConcurrently(left, async (variant) => {
    const first = await tryAlone(variant);
    // Spellings are tried on plain objects, and in the contexts of all other probes.
    const isOnce = variant.isSpelling === true || !run.plan.thorough;
    return isOnce ? first : [...first, ...(await tryDraw(run, row, variant, 2))];
  });
  const isAccepted = (variant: Variant): boolean =>
    [...findings, ...alone].some(
      ({ test, requirement, verdict }) =>
        test === testOf(row, variant) && requirement === variant.requirement && verdict === 'pass',
    );
  // Variants that are refused only in the same call: a failure of the first one.
  const apart = refused.filter(({ pack, shown }) => shown.length > 0 && pack.every(isAccepted));
  const packed = await mapConcurrently(apart, async ({ pack, shown }) => [
    ...shown,
    ...(await tryAlone(combined(pack))),
  ]);
  return [...findings, ...alone, ...packed];
};
