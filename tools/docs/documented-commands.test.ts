import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { loadTarget } from '../../client/target/load-target.ts';
import { PROJECT } from '../../client/project.ts';
import { freePorts } from '../../load/instances/start-together.ts';
import { checkProfile } from '../../load/profiles/load-profile.ts';
import { drawnInTurn } from '../testing/drawn.ts';
import { recipeProject } from '../testing/recipe-project.ts';
import { warmProgram } from '../testing/warm-program.ts';
import { HANDWRITTEN } from './site-layout.ts';
import { commandsIn, isShown, RUN_ELSEWHERE } from './testing/documented-commands.ts';
import { printedBy, runTranscript, transcriptOf } from './testing/transcript.ts';

// The README shows part of a longer procedure in another page.
const READ = [...HANDWRITTEN.map((name) => `docs/${name}.md`), 'CONTRIBUTING.md', 'README.md'];

const DOCUMENTED = new Map(
  READ.map((name) => [name, commandsIn(readFileSync(join(PROJECT, name), 'utf8'))]),
);

const isElsewhere = (command: string): boolean =>
  RUN_ELSEWHERE.some((entry) => entry.command.test(command));

/** Replaces addresses and sizes; everything else is the document's own. */
const adapted = (command: string, [base, gap]: readonly [string, string]): string =>
  command
    .replace('https://staging.example/quoting', base)
    .replace('https://staging.example/gap', gap)
    .replace('https://old.example', gap)
    .replace('--profile load', '--profile short.yaml')
    .replace(/^npx assay load --target/, 'npx assay load --profile short.yaml --target')
    .replace(/--fault-seeds \d+/, '--fault-seeds 1')
    .replace(/^npx assay exam .*/, '$& --sample 1');

/** Commands with an exit code other than 0, as their document states. */
const ENDS: Readonly<Record<string, number>> = {
  'npx assay gate --line jobloss --fault jobloss-created-in-any-language-with-a-job --seed 5': 1,
  'npx assay gate --line jobloss --fault jobloss-updated-with-204 --condition from-write-3': 1,
};

/** Each command once, in the first document that contains it. */
const FIRST = [...DOCUMENTED].flatMap(([name, commands], at) => {
  const before = new Set([...DOCUMENTED.values()].slice(0, at).flat());
  const own = commands.filter((each) => !before.has(each) && !isElsewhere(each));
  return own.length === 0 ? [] : [[name, own] as const];
});

/** Printed line by line in the document. */
const CERTIFICATE = 'docs/certificate.md';
const LONG = [...new Set([...FIRST.map(([name]) => name), CERTIFICATE])];
const drawnNames = drawnInTurn('documents', LONG);

test.each(FIRST.filter(([name]) => drawnNames.includes(name)))(
  'every command of %s ends as documented',
  async (_, commands) => {
    const { run, addresses } = await recipeProject();
    const ended: string[] = [];
    const wanted: string[] = [];
    for (const command of commands) {
      const { code, output } = await run({ run: adapted(command, addresses), env: {} });
      const wants = ENDS[command] ?? 0;
      wanted.push(`${command}: ${wants}`);
      ended.push(`${command}: ${code}${code === wants ? '' : `\n${output.slice(-2000)}`}`);
    }

    expect(ended).toEqual(wanted);
  },
  400_000,
);

/** Installs `npx assay` into a folder: a link to this checkout. */
const installProgram = async (folder: string): Promise<string> => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\n${await warmProgram()}\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  return bin;
};

test.each(drawnNames.filter((name) => name === CERTIFICATE))(
  'the output of %s is as documented, line by line',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [base = 0, gap = 0] = await freePorts(2);
    const text = readFileSync(join(PROJECT, CERTIFICATE), 'utf8')
      .replaceAll('4010', String(base))
      .replaceAll('4011', String(gap));
    const steps = transcriptOf(text);
    const cwd = join(folder, 'a folder');
    mkdirSync(cwd);

    const PATH = `${await installProgram(folder)}:/usr/bin:/bin`;
    const printed = await runTranscript(steps, cwd, { PATH });

    const differ = steps.flatMap((step, at) =>
      printedBy(step).test(printed[at] ?? '') ? [] : [`$ ${step.command}\n${printed[at]}`],
    );
    expect(steps.length).toBeGreaterThan(15);
    expect(differ).toEqual([]);
  },
  400_000,
);

test('the target and the profile of a first load test are valid', async () => {
  const text = readFileSync(join(PROJECT, 'docs/performance-engineer.md'), 'utf8');
  const [target, profile] = [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
    ([, block = '']): unknown => parse(block),
  );
  const environment = { ASSAY_TOKEN: 'a-token-of-the-test' };
  const { load } = await loadTarget({ document: target, environment });

  expect(load).toMatchObject({ allow: true, slo: { lines: { gap: { p95: 300 } } } });
  expect(checkProfile(profile, 'mine.yaml')).toMatchObject({
    steps: [{ to: 80 }, { seconds: 300 }],
  });
});

test('a command that another test runs is named in a document, and in that test', () => {
  const all = [...DOCUMENTED.values()].flat();

  expect(RUN_ELSEWHERE.filter((entry) => !all.some((each) => entry.command.test(each)))).toEqual(
    [],
  );
  expect(RUN_ELSEWHERE.filter((entry) => !isShown(entry))).toEqual([]);
  expect(FIRST.flatMap(([, commands]) => commands).length).toBeGreaterThan(10);
});

test('the commands of a document are those of its blocks, without comments and on one line', () => {
  const text =
    '```sh\nnpx assay gate \\\n  --runs 1   # quickly\nexport A=1\n```\n`npx assay list`\n';

  expect(commandsIn(text)).toEqual(['npx assay gate    --runs 1']);
});
