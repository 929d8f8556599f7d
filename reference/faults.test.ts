import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { programFiles, PROJECT } from '../client/project.ts';
import { CATALOGUE, entryFileOf, type RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import { cellsOf, FAULTS, fileOf, judgedCells, NOT_FAULTED } from './faults.ts';
import type { Fault, NotFaulted } from './faults/injection/fault.ts';
import type { RowFault } from './faults/injection/row-fault.ts';

// Detection of a fault, by its requirement alone, is proved by `assay exam`.

const brokenBy = ({ breaks }: Fault): readonly OperationId[] => [breaks.operation].flat();

test('every fault breaks a requirement of the catalogue, on its operations', () => {
  for (const fault of FAULTS) {
    const requirement = CATALOGUE.get(fault.breaks.requirement as RequirementId);
    expect([fault.id, requirement?.operations]).toEqual([
      fault.id,
      expect.arrayContaining([...brokenBy(fault)]),
    ]);
  }
});

test('no two faults have the same id', () => {
  const ids = FAULTS.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
});

test('every description is a whole sentence, and names the field of a row', () => {
  const isWhole = ({ what, ...fault }: Fault): boolean =>
    /^[A-Z][^.]\S* .*[^\s.]\.$/.test(what) &&
    !what.includes('  ') &&
    (!('row' in fault) || what.includes((fault as RowFault).row.name.split('.').at(-1) ?? ''));

  expect(FAULTS.filter((fault) => !isWhole(fault)).map(({ what }) => what)).toEqual([]);
});

const broken = new Set(FAULTS.flatMap(cellsOf));
const judged = judgedCells();

const isAbout =
  (cell: string) =>
  ({ ids, on = /^/ }: NotFaulted): boolean => {
    const [requirement = '', operation = ''] = cell.split('@');
    return ids.test(requirement) && on.test(operation);
  };

test('every judged cell has a fault, or a reason why it has none', () => {
  expect(judged.filter((cell) => !broken.has(cell) && !NOT_FAULTED.some(isAbout(cell)))).toEqual(
    [],
  );
});

test('every reason applies to a cell without a fault', () => {
  expect(judged.filter((cell) => broken.has(cell) && NOT_FAULTED.some(isAbout(cell)))).toEqual([]);
  expect(NOT_FAULTED.filter((reason) => !judged.some((cell) => isAbout(cell)(reason)))).toEqual([]);
});

test('every fault breaks judged cells', () => {
  const known = new Set(judged);
  expect([...broken].filter((cell) => !known.has(cell))).toEqual([]);
});

test('some faults break each write of a draft alone, and others both', () => {
  const ends = ['-on-create', '-on-update', '-on-both'];
  for (const kind of ['field-', 'legal-', 'readback-', 'rule-']) {
    const ids = FAULTS.map(({ id }) => id).filter((id) => id.startsWith(kind));
    for (const end of ends)
      expect([kind, ids.some((id) => id.endsWith(end))]).toEqual([kind, true]);
  }
});

/** The name of the file, or of the folder, in which a fault or a reason stands. */
const stemOf = (one: Fault | NotFaulted): string | undefined =>
  /^reference\/faults\/([^/.]+)/.exec(fileOf(one))?.[1];

test('a fault is in the file, or a folder, with the name of the file of its requirement', () => {
  const wanted = FAULTS.map(({ id, breaks }) => [
    id,
    entryFileOf(breaks.requirement as RequirementId),
  ]);

  expect(FAULTS.map((fault) => [fault.id, stemOf(fault)])).toEqual(wanted);
});

test('a reason why there is no fault is in the file in which the fault would be', () => {
  const places = NOT_FAULTED.map((reason) => {
    const about = [...CATALOGUE.keys()].filter((id) => reason.ids.test(id));
    return [String(reason.ids), new Set(about.map(entryFileOf)), stemOf(reason)];
  });

  expect(places).toEqual(places.map(([ids, , stem]) => [ids, new Set([stem]), stem]));
});

test('every file of faults is listed with exactly its faults', async () => {
  const files = programFiles('reference/faults').filter((path) => !path.includes('/injection/'));
  const byFile = Map.groupBy<string, Fault | NotFaulted>([...FAULTS, ...NOT_FAULTED], fileOf);

  expect([...byFile.keys()].toSorted()).toEqual(files);
  for (const [file, all] of byFile) {
    const module = (await import(pathToFileURL(join(PROJECT, file)).href)) as Record<
      string,
      unknown
    >;
    const exported = new Set(Object.values(module).flat());
    expect([file, all.filter((each) => !exported.has(each))]).toEqual([file, []]);
  }
});
