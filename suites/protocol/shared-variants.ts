import type { Call } from '../../client/client.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import { judgeAcceptance } from '../../oracles/refusals/acceptance.ts';
import type { Step } from '../../spec/operation.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import type { Run } from '../run.ts';
import type { Variant } from './legal-variants.ts';

/** Beside reads, what can be called again on the same objects; a service that does not take it again is asked on fresh ones. */
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

/** What variants of an operation showed on the same objects, and those of which that says nothing. */
export interface SentTogether {
  readonly findings: readonly Finding[];
  readonly left: readonly Variant[];
}

/** Sends the spellings of a call on the same objects, where it can be called again; only that one is taken counts (W1, W2). */
export const sendTogether = async (
  run: Run,
  row: KnownOperation,
  variants: readonly Variant[],
): Promise<SentTogether> => {
  const alike = variants.filter(({ isSpelling }) => isSpelling);
  const [first] = alike;
  if (!first || !isRepeatable(row)) return { findings: [], left: variants };
  const testOf = ({ name }: Variant): string => `protocol/${row.id}/${name}`;
  const seed = subSeed(run.plan.seed, 'variants', row.id);
  const { call: plain, state } = await prepare(run, row, testOf(first), seed);
  // Who is to blame is told by each on objects of its own.
  if (!plain) return { findings: [], left: variants };
  const findings: Finding[] = [];
  const left = variants.filter((each) => !each.isSpelling);
  let told = 0;
  for (const variant of alike) {
    const { requirement, wanted, change } = variant;
    const test = testOf(variant);
    const call: Call = { ...change(plain), test, intent: 'open' };
    const answer = await makeCall(run, call, state);
    const judged = run.judge(judgeAcceptance, answer, row, requirement, wanted);
    const shown = [...state.judgements.slice(told), ...(judged.verdict === 'pass' ? [judged] : [])];
    told = state.judgements.length;
    findings.push(...shown.map((each): Finding => ({ ...each, test, attempt: 1, seed })));
    const isOpen = shown.some(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
    if (judged.verdict !== 'pass' || isOpen) left.push(variant);
  }
  return { findings, left };
};
