import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { type KnownOperation, operation, operationOf } from '../../spec/operations.ts';
import type { Call } from '../http/call.ts';
import { NOTHING_KNOWN } from '../target/known.ts';
import type { ResolvedTarget } from '../target.ts';
import type { BodyContext } from '../target/target-bodies.ts';
import { bodyFor } from '../http/template.ts';

/** A call that the preflight wants to make, and the target whose addresses it goes to. */
export interface Ask {
  readonly call: Call;
  readonly target: ResolvedTarget;
}

/** What came of it. */
export interface Probe extends Ask {
  readonly exchange: Exchange;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const LABELS = { test: 'preflight', intent: 'open' } as const;

const contextOf = (target: ResolvedTarget): BodyContext => ({
  ...NOTHING_KNOWN,
  today: new Date().toISOString().slice(0, 10),
  run: { id: 'preflight' },
  email: `quote@${target.mailDomain}`,
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

const on = (line: Line, step: 'draft-create' | 'draft-get'): KnownOperation => {
  const found = operationOf(line, step);
  if (!found) throw new Error(`the line ${line} has no ${step}`);
  return found;
};

/** The creation of a draft that leaves next to nothing behind. */
export const creation = (line: Line, target: ResolvedTarget, more: Partial<Call> = {}): Ask => ({
  call: {
    operation: on(line, 'draft-create').id,
    body: creationBody(line, target),
    ...LABELS,
    ...more,
  },
  target,
});

/** The reading of a draft; left out, of one that does not exist. */
export const lookup = (
  line: Line,
  target: ResolvedTarget,
  { draftId = UNKNOWN_ID, ...more }: Partial<Call> & { readonly draftId?: string } = {},
): Ask => ({
  call: { operation: on(line, 'draft-get').id, params: { draftId }, ...LABELS, ...more },
  target,
});

/** The address that a call goes to. */
export const addressOf = ({ call, target }: Ask): string =>
  operation(call.operation).address === 'gap' ? target.gap_base_url : target.base_url;

/** The line of a call. */
export const lineOf = ({ call }: Ask): Line => operation(call.operation).line;

/** Whether a call makes a draft. */
export const isCreation = ({ call }: Ask): boolean =>
  operation(call.operation).step === 'draft-create';

/** The status that came, undefined where none did. */
export const statusOf = ({ exchange }: Probe): number | undefined => exchange.response?.status;

/** Whether a call was performed. */
export const isPerformed = (probe: Probe): boolean =>
  Math.floor((statusOf(probe) ?? 0) / 100) === 2;
