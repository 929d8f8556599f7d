import { expect, test } from 'vitest';
import { instrument, type SourceMutant } from './instrument.ts';
import { openSwitches } from './mutant-switch.ts';
import { sourceFiles } from './source-files.ts';

const TEXT = `/** Tests if somebody is of age. */
export const isOfAge = (years: number): boolean => years >= 18;
`;

interface Instrumentable {
  readonly isOfAge: (years: number) => boolean;
}

const load = async (text: string | undefined): Promise<Instrumentable> =>
  (await import(`data:text/javascript,${encodeURIComponent(text ?? '')}`)) as Instrumentable;

test('every mutant of a text has a switch, a position and a replacement', async () => {
  const { texts, mutants } = await instrument([{ path: 'reference/age.ts', text: TEXT }]);
  const switches = openSwitches();
  const { isOfAge } = await load(texts['reference/age.ts']);
  const answersWith = (wanted: string | undefined): readonly boolean[] => {
    const on = mutants.filter(({ replacement }) => replacement === wanted).map(({ id }) => id);
    switches.switchTo({ mutants: on });
    return [17, 18, 19].map(isOfAge);
  };

  expect(answersWith(undefined)).toEqual([false, true, true]);
  expect(answersWith('years > 18')).toEqual([false, false, true]);
  expect(answersWith('years < 18')).toEqual([true, false, false]);
  expect(mutants.find(({ replacement }) => replacement === 'years > 18')).toMatchObject({
    file: 'reference/age.ts',
    line: 2,
    column: 52,
    mutator: 'EqualityOperator',
    original: 'years >= 18',
    code: 'export const isOfAge = (years: number): boolean => years >= 18;',
    declaration: 2,
  });
});

test('the switches count hits if requested', async () => {
  const { texts, mutants } = await instrument([{ path: 'reference/age.ts', text: TEXT }]);
  const switches = openSwitches();
  const { isOfAge } = await load(`${texts['reference/age.ts']}\n// loaded to be counted`);
  const idOf = (wanted: (mutant: SourceMutant) => boolean) => mutants.find(wanted)?.id ?? '';
  const whole = idOf(({ mutator }) => mutator === 'ArrowFunction');
  const inner = idOf(({ replacement }) => replacement === 'years > 18');
  const calls = (reachFile?: string) => {
    switches.switchTo({ mutants: [], ...(reachFile === undefined ? {} : { reachFile }) });
    [17, 18].forEach(isOfAge);
    return switches.reached;
  };

  expect(calls().running).toEqual({});
  const { loading, running } = calls('asked.json');
  expect(loading[whole]).toBe(1);
  expect(loading[inner]).toBeUndefined();
  expect(running[inner]).toBe(2);
  expect(running[whole]).toBeUndefined();
});

test('the switches stop a looping mutant', async () => {
  const { texts, mutants } = await instrument([{ path: 'reference/age.ts', text: TEXT }]);
  const switches = openSwitches();
  const { isOfAge } = await load(`${texts['reference/age.ts']}\n// loaded to loop`);
  const { id = '' } = mutants.find(({ replacement }) => replacement === 'years > 18') ?? {};
  switches.switchTo({ mutants: [id], hitLimit: 2 });
  isOfAge(1);
  isOfAge(1);

  expect(switches.hasLooped).toBe(false);
  expect(() => isOfAge(1)).toThrow('reached 3 times');
  expect(switches.hasLooped).toBe(true);
  expect(switches.reached.met).toEqual([id]);
});

test('an unchanged text loses its types, and has no mutants', async () => {
  const { texts, mutants } = await instrument([], [{ path: 'reference/age.ts', text: TEXT }]);

  expect(mutants).toEqual([]);
  expect(texts['reference/age.ts']).toContain('(years) => years >= 18');
});

test('mutates the files of a correct service, and nothing else', () => {
  const files = sourceFiles();

  expect(files).toContain('reference/rules/employer.ts');
  expect(files).toContain('reference/server.ts');
  expect(
    files.filter((file) => /faults|dialect|testing|failing|choices|\.test\./.test(file)),
  ).toEqual([]);
});
