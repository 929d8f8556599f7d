import { expect, test } from 'vitest';
import { checkpointRemark, type TriedFault } from './checkpoints.ts';

const at = (refusedAt: TriedFault['refusedAt'], isControlAccepted?: boolean): TriedFault => ({
  what: 'something is wrong',
  ...(refusedAt === undefined ? {} : { refusedAt }),
  ...(isControlAccepted === undefined ? {} : { isControlAccepted }),
});
const asked = (key: string, declared: 'write' | 'price' | 'contract', ...tried: TriedFault[]) =>
  checkpointRemark({ key, declared, tried, unasked: [] });

test('without an attempt there is no remark', () => {
  expect(asked('employer', 'contract')).toBeUndefined();
});

test('a refusal at the declared step changes nothing', () => {
  expect(asked('employer', 'contract', at('contract'))).toMatchObject({ mark: 'fine' });
});

test('an earlier or a later step is written where the draft without the fault was taken there', () => {
  expect(asked('employer', 'contract', at('write', true))).toMatchObject({
    mark: 'found',
    edits: [{ path: ['decisions', 'checkpoints', 'employer'], value: 'write' }],
  });
  expect(asked('onlyAllowedWhen', 'price', at('contract', true))).toMatchObject({
    mark: 'found',
    edits: [{ value: 'contract' }],
  });
});

test('of several faults the one that is refused latest counts', () => {
  expect(asked('startDate', 'contract', at('write', true), at('price', true))).toMatchObject({
    edits: [{ value: 'price' }],
  });
});

test('a stricter step is written only where every fault was asked', () => {
  const rest = { key: 'schema', unasked: ['the language is de'] };
  const remark = checkpointRemark({ ...rest, declared: 'price', tried: [at('write', true)] });

  expect(remark).toMatchObject({ mark: 'unclear' });
  expect(remark?.found).toContain('not tried: a draft in which the language is de');
  expect(remark?.edits).toBeUndefined();
  expect(
    checkpointRemark({ ...rest, key: 'x', declared: 'price', tried: [at('contract', true)] }),
  ).toMatchObject({ mark: 'found' });
});

test('a step that refuses the legal draft as well moves no checkpoint', () => {
  expect(asked('employer', 'contract', at('write', false))).toMatchObject({ mark: 'fine' });
});

test('a service that refuses a fault nowhere, or fields too late, is left to a run', () => {
  expect(asked('employer', 'contract', at(undefined))).toMatchObject({
    mark: 'fine',
    found: expect.stringContaining('a run judges it') as string,
  });
  expect(asked('schema', 'price', at('contract', true))).toMatchObject({
    mark: 'fine',
    found: expect.stringContaining('E3') as string,
  });
});
