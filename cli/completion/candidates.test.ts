import { expect, test } from 'vitest';
import { buildProgram } from '../assay.ts';
import { joinBashWords, completeWord } from './candidates.ts';
import { OPTION_VALUES } from './values.ts';

const program = () =>
  buildProgram({
    version: '',
    conclude: () => {},
    takeStop: () => new AbortController().signal,
    isLast: true,
  });

const wordsFor = async (...words: readonly string[]) => {
  const found = await completeWord(await program(), words);
  return typeof found === 'string' ? found : found.map(({ value }) => value);
};

/** Options with values that cannot be completed. */
const FREE = `
  --area --base-url --before --chance --clock --conditions --confirm-after --confirm-runs --expires --fault-seeds --from
  --gap-base-url --gap-port --image --instances --k6-out --keep --key-name --latency --mail-domain --max-age --max-time --owner --path --port --reason --rotation
  --runs --sample --seed --seeds --series --since --tag --to --token-url
`
  .trim()
  .split(/\s+/);

test('every option with a value has a known kind of value', async () => {
  const { commands } = await program();
  const options = commands.flatMap((command) => command.options);
  const valued = new Set(options.filter(({ required }) => required).map(({ long }) => long));

  expect(new Set([...FREE, ...Object.keys(OPTION_VALUES)])).toEqual(valued);
});

test('lists commands with descriptions, without the hidden one', async () => {
  const found = await completeWord(await program(), ['re']);

  expect(found).toEqual([
    { value: 'replay', what: 'repeat one requirement of an earlier run' },
    { value: 'report', what: expect.stringContaining('build the reports') },
    { value: 'rejudge', what: expect.any(String) },
  ]);
  expect(await wordsFor('')).toContain('gate');
  expect(await wordsFor('compl')).toEqual(['completion']);
  expect(await wordsFor('help', 'ga')).toEqual(['gate']);
});

test('offers every visible option of a command', async () => {
  const { commands } = await program();
  const help = commands.find((command) => command.name() === 'gate')?.helpInformation();
  const shown = [...(help ?? '').matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(
    ({ 1: name }) => name,
  );

  // The help is sorted by groups.
  expect(new Set(await wordsFor('gate', '--'))).toEqual(new Set(shown));
  expect(shown).toContain('--fail-fast');
});

test.each([
  ['lines', ['gate', '--line', ''], ['jobloss', 'travel', 'landlord', 'gap']],
  ['a list of lines', ['gate', '--line', 'gap,tr'], ['gap,travel']],
  ['lines behind =', ['gate', '--line=tr'], ['--line=travel']],
  ['dialects', ['serve', '--dialect', 'api'], ['api-key']],
  ['faults', ['gate', '--fault', 'gap-contract-without-loc'], ['gap-contract-without-location']],
  ['requirements', ['explain', 'GAP-CONTRACT-03'], ['GAP-CONTRACT-03']],
  ['requirements to replay', ['replay', '--seed', '1', 'GAP-CONTRACT-03'], ['GAP-CONTRACT-03']],
  ['requirements to waive', ['waive', 'ID-01', 'GAP-CONTRACT-03'], ['GAP-CONTRACT-03']],
  ['a selection', ['gate', '--requirement', 'ID-01,GAP-CONTRACT-03'], ['ID-01,GAP-CONTRACT-03']],
  ['operations', ['certify', '--operation', 'gap.draft-g'], ['gap.draft-get']],
  ['profiles', ['load', '--profile', 'smo'], ['smoke']],
  ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
  ['files', ['gate', '--target', 'sta'], 'files'],
  ['folders', ['gate', '--out='], 'folders'],
  ['nothing for a number', ['gate', '--seed', ''], []],
  ['nothing behind a command that nobody knows', ['gaet', '--li'], []],
])('completes %s', async (_, words, wanted) => {
  expect(await wordsFor(...words)).toEqual(wanted);
});

test('joins words that bash has split', () => {
  expect(joinBashWords(['gate', '--line', '=', 'tr'])).toEqual({
    words: ['gate', '--line=tr'],
    left: '--line=',
  });
  expect(joinBashWords(['gate', '--target', '='])).toEqual({
    words: ['gate', '--target='],
    left: '--target=',
  });
  expect(joinBashWords(['serve', '--dialect', 'chance', ':', '4'])).toEqual({
    words: ['serve', '--dialect', 'chance:4'],
    left: 'chance:',
  });
});
