import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows, operationsWithBody } from '../../spec/requirements/field-bodies.ts';
import { valuesAt } from '../item-pointer.ts';
import { type RunningReference, startReference } from '../start.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { exampleWith } from '../testing/field-example.ts';
import { idOn, writeDraftBy } from '../testing/journey.ts';
import { oneOfEach } from '../testing/one-of-each.ts';
import { resourceFault } from '../testing/resource-fault.ts';
import { SAMPLE_DRAFTS } from '../testing/sample-drafts.ts';
import { at, Visitor } from '../testing/visitor.ts';
import { withFault } from '../testing/with-fault.ts';
import {
  type AnsweredFieldFault,
  answeredFaults,
  answeredFieldFaults,
  readBackFaults,
} from './resources.ts';

/** The correct services that can show the faults, by dialect. */
const correct = new Map<string, RunningReference>();
beforeAll(async () => {
  for (const dialect of ['plain', 'exchanged'])
    correct.set(dialect, await startReference({ dialect }));
});
afterAll(async () => {
  for (const each of correct.values()) await each.close();
});

const correctFor = ({ home = 'plain' }: AnsweredFieldFault): RunningReference => {
  const service = correct.get(home);
  if (service === undefined) throw new Error(`no service runs in ${home}`);
  return service;
};

/** One fault of each kind of value on each operation: they share the same code. */
const SAMPLE = oneOfEach(answeredFieldFaults, ({ kind, row: { schema }, on, home }) =>
  [kind, schema.type, schema.format, schema.pattern, on, home].join(),
);

/** The values of the row in the answer of the fault's operation. */
const answered = async (
  { row, breaks }: AnsweredFieldFault,
  visitor: Visitor,
): Promise<readonly unknown[]> => {
  const { line, step, id } = operation([breaks.operation].flat()[0] ?? 'landlord.draft-get');
  const own = bodyRows(`${line}-draft`).find(({ pointer }) => pointer === row.pointer);
  const draft = own ? exampleWith(`${line}-draft`, own) : SAMPLE_DRAFTS[line];
  const write = step === 'draft-update' ? id : idOn(line, 'draft-create');
  const { draftId, answer } = await writeDraftBy(visitor, write, draft);
  const last =
    write === id
      ? answer
      : await visitor.call(id, { draftId }, step === 'draft-get' ? undefined : {});
  return valuesAt(last.body, row.pointer);
};

const DATE = /^\d{4}-\d\d-\d\d$/;
const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => DATE.test(text),
  'date-time': (text) => !DATE.test(text) && !Number.isNaN(Date.parse(text)),
  timestamp: (text) => !Number.isNaN(Date.parse(text)),
  'country-code': (text) => /^[A-Z]{2}$/.test(text),
};

/** Kinds of fault of the row that a value has; one of the wrong type has no other kind. */
const broken = ({ row }: AnsweredFieldFault, value: unknown): readonly string[] => {
  const { type, enum: listed, format, pattern } = row.schema;
  if (resourceFault({ type }, value)) return ['type'];
  const isListed = listed?.some((each) => each === value) ?? true;
  const text = String(value);
  const isFormed = new RegExp(pattern ?? '').test(text) && (FORMS[format ?? '']?.(text) ?? true);
  return [...(isListed ? [] : ['enum']), ...(isFormed ? [] : ['format'])];
};

test.each(drawn(SAMPLE, 7))(
  '$id: every value has this kind of fault and no other',
  async (fault) => {
    const wrong = await withFault(fault.id, (visitor) => answered(fault, visitor));
    const right = await answered(fault, new Visitor(correctFor(fault)));

    expect(wrong.length).toBeGreaterThan(0);
    for (const value of wrong) expect([value, broken(fault, value)]).toEqual([value, [fault.kind]]);
    for (const value of right) expect([value, broken(fault, value)]).toEqual([value, []]);
  },
);

const WRITES = operationsWithBody('landlord-draft');

const readAfter = async (visitor: Visitor, on: OperationId, sent: unknown): Promise<unknown> => {
  const { draftId } = await writeDraftBy(visitor, on, sent);
  return (await visitor.call('landlord.draft-get', { draftId })).body;
};

test.each(drawn(readBackFaults, 25))(
  '$id: another legal value is read after the faulty write, and after no other',
  async ({ id, row, on }) => {
    const sent = exampleWith('landlord-draft', row);
    await withFault(id, async (visitor) => {
      for (const write of WRITES) {
        const value = at(await readAfter(visitor, write, sent), row.pointer);
        expect([write, value !== at(sent, row.pointer)]).toEqual([write, on.includes(write)]);
        expect(resourceFault({ ...row.schema }, value)).toBeUndefined();
      }
    });
  },
);

test.each(drawn(answeredFaults, 15))(
  '$id: only the answer of the faulty write shows another legal value',
  async ({ id, row, on }) => {
    const sent = exampleWith('landlord-draft', row);
    await withFault(id, async (visitor) => {
      for (const write of WRITES) {
        const { draftId, answer } = await writeDraftBy(visitor, write, sent);
        const read = await visitor.call('landlord.draft-get', { draftId });
        const shown = at(answer.body, row.pointer);

        expect([write, shown !== at(sent, row.pointer)]).toEqual([write, on.includes(write)]);
        expect(resourceFault({ ...row.schema }, shown)).toBeUndefined();
        expect(at(read.body, row.pointer)).toBe(at(sent, row.pointer));
      }
    });
  },
);
