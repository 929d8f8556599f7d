import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { CellVerdict } from '../finding.ts';
import { cellId } from '../ledger.ts';
import { sampleExchange } from '../example.ts';
import type { Judged, TargetDeclarations } from '../causes/first-cause.ts';
import { sampleTarget } from './sample-target.ts';

/** A cell that is inconclusive after these exchanges, for tests of causes. */
export const openCell = (
  on: OperationId,
  exchanges: readonly number[],
  more: Partial<CellVerdict> = {},
): CellVerdict => ({
  cell: cellId('PATH-01', on),
  requirement: 'PATH-01',
  line: operation(on).line,
  operation: on,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  wanted: 'a verdict',
  got: 'not reached',
  exchanges,
  checks: 1,
  sightings: 0,
  ...more,
});

/** Answers to legal calls of one operation, numbered from 1. */
export const answers = (
  on: OperationId,
  status: number,
  bodies: readonly unknown[],
  sent = '{}',
): readonly Exchange[] =>
  bodies.map((body, at) => {
    const exchange = sampleExchange(on, status, { n: at + 1, body });
    return {
      ...exchange,
      request: { ...exchange.request, body: { encoding: 'utf8', text: sent } },
    };
  });

/** A run that left these cells open. */
export const judged = (
  verdicts: readonly CellVerdict[],
  exchanges: readonly Exchange[],
  target: Partial<TargetDeclarations> = {},
): Judged => ({ verdicts, exchanges, findings: [], target: { ...sampleTarget, ...target } });
