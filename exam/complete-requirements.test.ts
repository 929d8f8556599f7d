import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { fileOfJudge } from '../oracles/judges.ts';
import { FAULTS, fileOf, NOT_FAULTED } from '../reference/faults.ts';
import { ENTRIES, entryFileOf, type RequirementId } from '../spec/catalogue.ts';
import { isJudged, type Requirement } from '../spec/requirement.ts';
import { subjectsOf } from '../suites/subjects.ts';

const GAP = 'TODO';

const isUnfinished = (path: string): boolean =>
  existsSync(join(PROJECT, path)) && readFileSync(join(PROJECT, path), 'utf8').includes(GAP);

/** The entry of a requirement as it is written. */
const entryText = (id: RequirementId): string => {
  const file = readFileSync(join(PROJECT, `spec/requirements/${entryFileOf(id)}.ts`), 'utf8');
  const start = file.indexOf(`  '${id}': {\n`);
  return start < 0 ? '' : file.slice(start, file.indexOf('\n  },\n', start));
};

/** Parts of a requirement that are still to be written, in words. */
const gapsOf = (id: RequirementId, entry: Requirement): readonly string[] => {
  const { statement, source, sent, rules } = entry;
  const subjects = subjectsOf(id);
  const faults = FAULTS.filter(({ breaks }) => breaks.requirement === id);
  const reasons = NOT_FAULTED.filter(({ ids }) => ids.test(id));
  const files = [
    ...subjects.flatMap(({ file, judges }) => [
      file,
      ...judges.flatMap((each) =>
        ['ts', 'test.ts'].map((ending) => `oracles/${fileOfJudge(each)}.${ending}`),
      ),
    ]),
    ...faults.map(fileOf),
  ];
  const lacking = [
    ...(statement.endsWith('.') ? [] : ['a statement that is a full sentence']),
    ...([entryText(id), source, sent ?? GAP].some((text) => text.includes(GAP))
      ? [`parts of its entry in spec/requirements/${entryFileOf(id)}.ts`]
      : []),
    ...(rules.length === 0 ? ['a judgement rule'] : []),
    ...(subjects.length === 0 ? ['a check in suites/ (npm run tables lists it)'] : []),
    ...(subjects.some(({ judges }) => judges.length > 0) ? [] : ['a judge in oracles/']),
    ...(faults.length + reasons.length === 0 ? ['a fault in reference/faults/'] : []),
  ];
  return [
    ...lacking.map((gap) => `${id} lacks ${gap}`),
    ...[...new Set(files)].filter(isUnfinished).map((file) => `${id}: ${file} holds ${GAP}`),
  ];
};

test('every judged requirement has all its parts', () => {
  const gaps = ENTRIES.filter(([, entry]) => isJudged(entry)).flatMap(([id, entry]) =>
    gapsOf(id, entry),
  );

  expect(gaps).toEqual([]);
});
