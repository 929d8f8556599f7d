import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { isObject } from '../../generators/pointer.ts';
import { schemaViolations } from '../../generators/testing/test-body.ts';
import { operation } from '../../spec/operations.ts';
import { openSuites } from '../open-suites.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';

const stepOf = (call: Call): string => operation(call.operation).step;
const draftOf = ({ params }: Call): string => params?.['draftId'] ?? '';
const isUpdate = (call: Call): boolean => stepOf(call) === 'draft-update';

type Fields = Readonly<Record<string, unknown>>;

const merged = (content: unknown, update: unknown): unknown =>
  isObject(content) && isObject(update)
    ? Object.entries(update).reduce<Fields>(
        (all, [name, value]) => ({ ...all, [name]: merged(all[name], value) }),
        content,
      )
    : update;

const isOfAbsence = ({ breaks }: Call): boolean => breaks?.endsWith('-required') === true;

/** Merges updates into the draft, and refuses those that leave it without a required field. */
const merging = (service: StubService): StubService => {
  const contents = new Map<string, unknown>();
  return (call) => {
    const isWrite = isUpdate(call) || stepOf(call) === 'draft-create';
    if (isWrite && call.intent === 'faulty' && !(isUpdate(call) && isOfAbsence(call)))
      return refusalOf(call);
    if (isUpdate(call)) {
      const content = merged(contents.get(draftOf(call)) ?? {}, call.body) as object;
      if (schemaViolations('jobloss-draft', content).length > 0) return { status: 400 };
      contents.set(draftOf(call), content);
    }
    const answer = service(call);
    const { draftId } = (answer.body ?? {}) as { readonly draftId?: string };
    if (stepOf(call) === 'draft-create' && draftId !== undefined)
      contents.set(draftId, call.body ?? {});
    return answer;
  };
};

const shareOf = (part: readonly Call[], all: readonly Call[]): string =>
  part.length === 0 ? 'none' : part.length === all.length ? 'all' : 'some';

test.each([
  ['gate', 2, 'all'],
  ['gate', 3, 'none'],
  ['certify', 2, 'some'],
] as const)(
  'a service that merges updates refuses every missing field: a %s with seed %i sends them to priced drafts: %s (D1)',
  async (command, seed, share) => {
    const made = await stubRun(merging(stubService()), 'jobloss');
    const { sent, found } = made;
    const plan = { ...made.run.plan, seed, thorough: command === 'certify' };
    const fields = openSuites({ ...made.run, plan }).find(({ name }) => name === 'fields');
    for (const _ of fields?.probes() ?? []);
    for (const each of fields?.tests ?? []) await each.conduct();
    expect(found.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')).toEqual([]);
    const absences = sent.filter((call) => isUpdate(call) && isOfAbsence(call));
    const onPriced = absences.filter((update) =>
      sent
        .slice(0, sent.indexOf(update))
        .some((call) => stepOf(call) === 'price-request' && draftOf(call) === draftOf(update)),
    );
    expect(shareOf(onPriced, absences)).toBe(share);
  },
);
