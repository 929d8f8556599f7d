import { expect, test } from 'vitest';
import { instrument } from './instrument.ts';
import { openSwitches } from './mutant-switch.ts';
import { sourceFiles } from './source-files.ts';

const TEXT = `/** Whether somebody is of age. */
export const isOfAge = (years: number): boolean => years >= 18;
`;

interface Instrumentable {
  readonly isOfAge: (years: number) => boolean;
}

const load = async (text: string | undefined): Promise<Instrumentable> =>
  (await import(`data:text/javascript,${encodeURIComponent(text ?? '')}`)) as Instrumentable;

test('every mutant of a text is a switch, and says where it is and what becomes what', async () => {
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
  });
});

test('the switches count what is reached, and stop a mutant that loops', async () => {
  const { texts, mutants } = await instrument([{ path: 'reference/age.ts', text: TEXT }]);
  const switches = openSwitches();
  const { isOfAge } = await load(`${texts['reference/age.ts']}\n// loaded once more`);
  const { id = '' } = mutants.find(({ replacement }) => replacement === 'years > 18') ?? {};
  switches.switchTo({ mutants: [id], hitLimit: 2 });
  isOfAge(1);
  isOfAge(1);

  expect(switches.hasLooped).toBe(false);
  expect(() => isOfAge(1)).toThrow('reached 3 times');
  expect(switches.hasLooped).toBe(true);
  expect(switches.reached.met).toEqual([id]);
  const { loading, running } = switches.reached;
  const whole = mutants.find(({ mutator }) => mutator === 'ArrowFunction');
  expect(loading[whole?.id ?? '']).toBe(1);
  expect(running[whole?.id ?? '']).toBeUndefined();
});

test('a text that is not to change comes out without types, and without mutants', async () => {
  const { texts, mutants } = await instrument([], [{ path: 'reference/age.ts', text: TEXT }]);

  expect(mutants).toEqual([]);
  expect(texts['reference/age.ts']).toContain('(years) => years >= 18');
});

test('the files of a correct service are looked at, and nothing else', () => {
  const files = sourceFiles();

  expect(files).toContain('reference/rules/employer.ts');
  expect(files).toContain('reference/server.ts');
  expect(files.filter((file) => /faults|dialect|testing|sick|choices|\.test\./.test(file))).toEqual(
    [],
  );
});
