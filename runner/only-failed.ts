import { loadTarget } from '../client/target/load-target.ts';
import { UsageError } from '../client/usage-error.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { RunRecord } from '../store/run-record.ts';
import { operation } from '../spec/operations.ts';
import { lastVerdicts } from './last-failures.ts';
import { publicTarget } from '../store/public-target.ts';
import type { RunOrder } from './run-order.ts';
import { selectionOf } from '../store/selection.ts';
import { ownTarget } from './target-source.ts';

/** The part of a run's record by which the target of an order is known again. */
const targetOf = async (order: RunOrder): Promise<Pick<RunRecord, 'embedded' | 'target'>> => {
  const own = await ownTarget(order);
  if (own) return { embedded: null, target: publicTarget(await loadTarget(own)) };
  return { embedded: { dialect: order.dialect ?? null, faults: [...order.fault] }, target: {} };
};

const NOT_PASSED: readonly string[] = ['fail', 'waived', 'inconclusive', 'error'];

const isSelected = (order: RunOrder): ((verdict: CellVerdict) => boolean) => {
  const { requirements, operations } = selectionOf(order);
  return ({ requirement, operation: on }) =>
    order.line.includes(operation(on).line) &&
    (requirements?.includes(requirement) ?? true) &&
    (operations?.includes(on) ?? true);
};

const nothingFailed = (judged: readonly CellVerdict[], { out }: RunOrder): UsageError =>
  new UsageError(
    judged.length === 0
      ? `--only-failed: no run below ${out} judged this selection on this target; run once without it`
      : `--only-failed: all ${judged.length} cells passed when they were last judged on this target; run without it`,
  );

/**
 * The order cut down to the requirements and operations whose cells did not pass when they were last judged on its target.
 * Throws UsageError where there are none, and TargetError.
 */
export const onlyFailed = async (order: RunOrder): Promise<RunOrder> => {
  const target = await targetOf(order);
  const isTold = isSelected(order);
  // A replay sends a part of what decides a cell, and a gate less than certify: neither takes back what failed there.
  const judgedBy = (isEnough: (record: RunRecord) => boolean): readonly CellVerdict[] =>
    lastVerdicts(
      order.out,
      target,
      ({ verdict }) => verdict !== 'not-applicable',
      (record) => record.command !== 'replay' && isEnough(record),
    ).filter(isTold);
  const judged = judgedBy(() => true);
  const failed = [...judged, ...judgedBy(({ thorough }) => thorough)].filter(({ verdict }) =>
    NOT_PASSED.includes(verdict),
  );
  if (failed.length === 0) throw nothingFailed(judged, order);
  return {
    ...order,
    requirement: [...new Set(failed.map(({ requirement }) => requirement))],
    operation: [...new Set(failed.map(({ operation: on }) => on))],
  };
};
