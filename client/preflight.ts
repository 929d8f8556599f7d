import { NOTHING_KNOWN } from './known.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../spec/exchange.ts';
import { type Line, LINES } from '../spec/line.ts';
import { operation, operationOf } from '../spec/operations.ts';
import { type Call, createClient } from './client.ts';
import { type PreflightResult, type Probe, preflightVerdict } from './preflight-verdict.ts';
import type { RunRecord } from './record.ts';
import type { BodyContext, ResolvedTarget } from './target.ts';
import { bodyFor } from './template.ts';

export type { PreflightResult };

/** Milliseconds for everything. */
const LONGEST = 5000;
/** Left for what is not waiting. */
const MARGIN = 500;
/** Less time than this, in milliseconds, says nothing about a service that does not answer. */
const FAIR = 2000;
/** A connection that is closed once may be chance. */
const TRIES = 3;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const contextOf = (target: ResolvedTarget): BodyContext => ({
  ...NOTHING_KNOWN,
  today: new Date().toISOString().slice(0, 10),
  run: { id: 'preflight' },
  email: `preflight@${target.mailDomain}`,
  payment: { term: target.paymentTerms[0] ?? '' },
});

/** The target's own body where the specification shows none (motor gap), else the empty draft, which is legal (D8). */
const creationBody = (line: Line, target: ResolvedTarget): unknown => {
  if (line !== 'gap') return {};
  try {
    return bodyFor('gap.draft-create', target, contextOf(target)) ?? {};
  } catch {
    return {};
  }
};

const callsOf = (lines: readonly Line[], target: ResolvedTarget): Call[] => {
  const labels = { test: 'preflight', intent: 'open' } as const;
  const creations = lines.flatMap((line): Call[] => {
    const creation = operationOf(line, 'draft-create');
    return creation
      ? [{ operation: creation.id, body: creationBody(line, target), ...labels }]
      : [];
  });
  const lookups = lines.flatMap((line): Call[] => {
    const lookup = operationOf(line, 'draft-get');
    return lookup ? [{ operation: lookup.id, params: { draftId: UNKNOWN_ID }, ...labels }] : [];
  });
  // First one call to each address, so that a low request rate leaves none out.
  const calls = [...creations, ...lookups];
  const isFirst = (call: Call) =>
    calls.find((one) => addressOf(one, target) === addressOf(call, target)) === call;
  return [...calls.filter(isFirst), ...calls.filter((call) => !isFirst(call))];
};

const addressOf = (call: Call, target: ResolvedTarget): string =>
  operation(call.operation).address === 'gap' ? target.gap_base_url : target.base_url;

const isClosed = ({ error }: Exchange): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error?.code ?? '');

interface Attempt {
  readonly call: Call;
  readonly number: number;
}

const wave = async (
  attempts: readonly Attempt[],
  target: ResolvedTarget,
  deadline: number,
  record: Pick<RunRecord, 'append'>,
): Promise<(Probe & Attempt)[]> => {
  const limits = { ...target.limits, deadline, retryBudget: 0 };
  const client = createClient({ target: { ...target, limits }, record });
  try {
    return await Promise.all(
      attempts.map(async (attempt) => ({
        ...attempt,
        address: addressOf(attempt.call, target),
        exchange: await client.send(attempt.call),
      })),
    );
  } finally {
    await client.close();
  }
};

/** All calls in waves that keep to the target's limits, while there is time for a fair try. */
const probe = async (
  calls: readonly Call[],
  target: ResolvedTarget,
  record: Pick<RunRecord, 'append'>,
): Promise<Probe[]> => {
  const end = performance.now() + LONGEST - MARGIN;
  const { concurrency, requestsPerSecond: rate, deadline } = target.limits;
  const size = rate === undefined ? concurrency : 1;
  const probes: Probe[] = [];
  const waiting: Attempt[] = calls.map((call) => ({ call, number: 1 }));
  while (waiting.length > 0) {
    const left = Math.floor(end - performance.now());
    if (left < Math.min(deadline, FAIR)) break;
    const seen = await wave(waiting.splice(0, size), target, Math.min(deadline, left), record);
    probes.push(...seen);
    const again = seen.filter(({ exchange, number }) => isClosed(exchange) && number < TRIES);
    waiting.push(...again.map(({ call, number }) => ({ call, number: number + 1 })));
    if (rate === undefined || waiting.length === 0) continue;
    if (end - performance.now() - 1000 / rate < Math.min(deadline, FAIR)) break;
    await sleep(1000 / rate);
  }
  return probes;
};

const nowhere = (): Pick<RunRecord, 'append'> => {
  let n = 0;
  return { append: (exchange) => ({ n: (n += 1), ...exchange }) };
};

/**
 * Tries both addresses with harmless calls (drafts of the selected lines, drafts that do not exist), within five seconds.
 * Refuses only what is surely configuration: an address that cannot be reached, or a credential refused by every operation
 * that was tried. Any other answer is evidence, and the run goes on.
 */
export const preflight = async (
  target: ResolvedTarget,
  lines: readonly Line[] = LINES,
  record: Pick<RunRecord, 'append'> = nowhere(),
): Promise<PreflightResult> =>
  preflightVerdict(await probe(callsOf(lines, target), target, record), target);
