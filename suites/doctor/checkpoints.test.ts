import { expect, test } from 'vitest';
import { checkpointRemark, type TriedFault } from './checkpoints.ts';

const at = (refusedAt: TriedFault['refusedAt'], isControlAccepted?: boolean): TriedFault => ({
  what: 'something is wrong',
  ...(refusedAt === undefined ? {} : { refusedAt }),
  ...(isControlAccepted === undefined ? {} : { isControlAccepted }),
});
const asked = (key: string, declared: 'write' | 'price' | 'contract', ...tried: TriedFault[]) =>
  checkpointRemark({ key, declared, tried, unasked: [] });

test('reports nothing without an attempt', () => {
  expect(asked('employer', 'contract')).toBeUndefined();
});

test('a refusal at the declared step changes nothing', () => {
  expect(asked('employer', 'contract', at('contract'))).toMatchObject({ mark: 'fine' });
});

test('writes an earlier or a later step if the draft without the fault was accepted there', () => {
  expect(asked('employer', 'contract', at('write', true))).toMatchObject({
    mark: 'found',
    edits: [{ path: ['decisions', 'checkpoints', 'employer'], value: 'write' }],
  });
  expect(asked('onlyAllowedWhen', 'price', at('contract', true))).toMatchObject({
    mark: 'found',
    edits: [{ value: 'contract' }],
  });
});

test('the latest refusal of several faults counts', () => {
  expect(asked('startDate', 'contract', at('write', true), at('price', true))).toMatchObject({
    edits: [{ value: 'price' }],
  });
});

test('writes a stricter step only if every fault was tried', () => {
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

test('leaves a service that never refuses a fault, or fields too late, to a run', () => {
  expect(asked('employer', 'contract', at(undefined))).toMatchObject({
    mark: 'fine',
    found: expect.stringContaining('a run judges it') as string,
  });
  expect(asked('schema', 'price', at('contract', true))).toMatchObject({
    mark: 'fine',
    found: expect.stringContaining('E3') as string,
  });
});
