import { expect, test } from 'vitest';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import {
  type SequenceCommand,
  afterCommand,
  emptyModel,
  isApplicable,
  isLegal,
  playable,
} from './model.ts';

const on = (step: Step, item?: number): SequenceCommand => ({
  step,
  draft: 0,
  ...(item === undefined ? {} : { item }),
});
const modelAfter = (line: Line, ...commands: readonly SequenceCommand[]) =>
  commands.reduce(afterCommand, emptyModel(line));

const CREATE = on('draft-create');
const [PRICE, TERMS, CONTRACT] = [on('price-request'), on('token-terms'), on('contract-create')];

test('a contract is required only for a draft that was priced, has its terms, and was not changed since', () => {
  const priced = [CREATE, PRICE, TERMS];

  expect(isLegal(modelAfter('jobloss', ...priced), CONTRACT)).toBe(true);
  expect(isLegal(modelAfter('jobloss', CREATE, TERMS, PRICE), CONTRACT)).toBe(false);
  expect(isLegal(modelAfter('jobloss', ...priced, on('draft-update')), CONTRACT)).toBe(false);
});

test('a motor gap draft needs no price before it was filled', () => {
  expect(isLegal(modelAfter('gap', CREATE), PRICE)).toBe(false);
  expect(isLegal(modelAfter('gap', CREATE, on('draft-update')), PRICE)).toBe(true);
});

test('the specification does not state what may be done to a draft with a contract', () => {
  const model = modelAfter('travel', CREATE, PRICE, TERMS, CONTRACT);

  expect(isLegal(model, on('draft-update'))).toBe(false);
  expect(isLegal(model, on('contract-get'))).toBe(true);
});

test('an updated draft keeps its cars', () => {
  const model = modelAfter('travel', CREATE, on('car-post', 0), on('draft-update'));

  expect(isLegal(model, on('car-put', 0))).toBe(true);
});

test('a deleted car may be deleted again or changed; either answer is accepted', () => {
  const model = modelAfter('travel', CREATE, on('car-post', 0), on('car-delete', 0));

  expect([on('car-put', 0), on('car-delete', 0)].map((each) => isApplicable(model, each))).toEqual([
    true,
    true,
  ]);
  expect(isLegal(model, on('car-put', 0))).toBe(false);
});

test('removing a command removes those that depend on it', () => {
  expect(playable('travel', [CREATE, on('car-put', 0), on('draft-get'), CREATE])).toEqual([
    CREATE,
    on('draft-get'),
  ]);
});

test('a third car is not required, but counts like the others once it exists', () => {
  const two = modelAfter('travel', CREATE, on('car-post', 0), on('car-post', 1));
  const three = afterCommand(two, on('car-post', 2));

  expect(isLegal(two, on('car-post', 2))).toBe(false);
  expect(isLegal(three, on('car-put', 2))).toBe(true);
  expect(isLegal(afterCommand(two, on('car-delete', 0)), on('car-post', 2))).toBe(true);
  expect(isLegal(two, on('person-post', 0))).toBe(true);
});
