import { hostname } from 'node:os';
import type { ResolvedTarget } from '../client/target.ts';
import type { RunStart } from '../store/run-record.ts';
import { environmentOf } from '../store/public-target.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import type { RunFrame } from './run-order.ts';
import { identityOf, type Subject } from './target-source.ts';

/** What run.json says from the start on, so that a killed run can be read. */
export const runStartOf = (
  { order, startedAt, waivers }: RunFrame,
  subject: Subject,
  target: ResolvedTarget,
  { seed, today, lines, runs, thorough }: RunPlan,
): RunStart => ({
  state: 'running',
  process: { pid: process.pid, host: hostname() },
  command: order.command,
  assay: order.version,
  node: process.version,
  k6: null,
  startedAt: startedAt.toISOString(),
  ...(order.clock === undefined ? {} : { clock: 'given' }),
  seed,
  ...(order.challenge === undefined ? {} : { challenge: order.challenge }),
  today,
  lines: [...lines],
  selection: {
    requirements: order.requirement ? [...order.requirement] : null,
    operations: order.operation ? [...order.operation] : null,
  },
  runs: Object.fromEntries(lines.map((line) => [line, runs])),
  thorough,
  targetFile: subject.embedded ? null : (order.target ?? null),
  ...identityOf(order, subject, target),
  ...environmentOf(target),
  waivers: [...waivers],
});
