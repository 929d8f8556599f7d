import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgePriceWithout } from '../../oracles/prices/price-without.ts';
import { operationOf, operation, type OperationId } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { type Chase, chase, type Pursuit, viaOf } from './chase.ts';

/** Whether a draft without a field is also priced: once, after the operation that writes it first (S9). */
export const isPricedWithout = (
  run: Run,
  { name, operations }: LegalValue,
  on: OperationId,
): boolean => {
  const price = operationOf(operation(on).line, 'price-request');
  return (
    name === 'absent' &&
    operations[0] === on &&
    operation(on).step !== 'price-request' &&
    price !== undefined &&
    run.applies('ERROR-01', price.id)
  );
};

const breakdownIn = (run: Run, { legs }: Chase, { pointer }: LegalValue): readonly Judgement[] =>
  legs.flatMap(({ stage, exchange }) =>
    stage === 'price' ? run.judge(judgePriceWithout, exchange, pointer) : [],
  );

/** What the price of a draft without the field shows; a breakdown is looked for in other data as well. */
export const priceWithout = async (
  run: Run,
  value: LegalValue,
  on: OperationId,
  tried: Chase,
  { test, seed }: Pick<Pursuit, 'test' | 'seed'>,
): Promise<readonly Judgement[]> => {
  const first = breakdownIn(run, tried, value);
  if (first.length === 0) return [];
  const other: LegalPair = value.drawnPair(run.generators, subSeed(seed, 'priced-again'));
  const again = await chase(run, {
    line: operation(on).line,
    via: viaOf(on),
    until: 'price',
    intent: 'open',
    body: other.valid,
    test,
    seed: subSeed(seed, 'priced-again'),
  });
  return [...first, ...again.judgements, ...breakdownIn(run, again, value)];
};
