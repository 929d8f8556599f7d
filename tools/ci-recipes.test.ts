import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { k6ForTests } from '../load/testing/test-k6.ts';
import { actionlint } from './testing/actionlint.ts';
import { drawnInTurn } from './testing/drawn.ts';
import { githubCommands, readRecipe, RECIPES, recipeProject } from './testing/recipe-project.ts';

const GITHUB = ['github-gate.yml', 'github-certify.yml', 'github-nightly.yml'];

test('every recipe is known here, and has under 40 lines', () => {
  const files = readdirSync(RECIPES).filter((name) => name !== 'tools');

  expect(files.toSorted()).toEqual([...GITHUB, 'gate.sh', 'gitlab.yml'].toSorted());
  for (const name of files) expect(readRecipe(name).split('\n').length).toBeLessThan(40);
});

describe('actionlint', () => {
  test.for(GITHUB)('%s is a valid workflow', (name, context) => {
    expect(actionlint(context, readRecipe(name))).toEqual({ status: 0, output: '' });
  });

  test('detects an error', (context) => {
    const [name = ''] = GITHUB;
    const { status, output } = actionlint(context, readRecipe(name).replace('runs-on', 'runs-at'));

    expect(status).toBe(1);
    expect(output).toContain('runs-at');
  });
});

const TEXTS = { type: 'array', minItems: 1, items: { type: 'string' } };
const strict = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** Subset of GitLab's schema for .gitlab-ci.yml that the recipe uses; any other key is a typo. */
const GITLAB = {
  type: 'object',
  minProperties: 1,
  additionalProperties: strict(
    {
      image: { type: 'string' },
      timeout: { type: 'string', pattern: '^\\d+ (minutes|hours)$' },
      rules: { type: 'array', items: strict({ if: { type: 'string' } }, ['if']) },
      script: TEXTS,
      artifacts: strict(
        {
          when: { enum: ['on_success', 'on_failure', 'always'] },
          paths: TEXTS,
          reports: strict({ junit: { type: 'string' }, codequality: { type: 'string' } }, []),
        },
        ['when'],
      ),
    },
    ['script'],
  ),
};

interface GitlabJob {
  readonly script: readonly string[];
  readonly artifacts: {
    readonly paths: readonly string[];
    readonly reports: Readonly<Record<string, string>>;
  };
}

const gitlabJob = (): GitlabJob => (parse(readRecipe('gitlab.yml')) as { assay: GitlabJob }).assay;

test('the recipe for GitLab has only keys that GitLab knows', () => {
  const valid = new Ajv({ strict: false }).compile(GITLAB);

  valid(parse(readRecipe('gitlab.yml')));
  expect(valid.errors ?? []).toEqual([]);
  expect(valid(parse(readRecipe('gitlab.yml').replace('junit:', 'junits:')))).toBe(false);
});

const RUN = drawnInTurn('recipes', [
  'github-gate.yml',
  'github-certify.yml',
  'github-nightly.yml',
  'gitlab.yml',
  'gate.sh',
]);
const drawnAs = (name: string): readonly string[] => RUN.filter((each) => each === name);

test.for(RUN.filter((name) => GITHUB.slice(0, 2).includes(name)))(
  'every command of %s runs, and keeps its run',
  async (name) => {
    const { folder, run } = await recipeProject();

    for (const command of githubCommands(name)) {
      const { code, output } = await run(command);
      expect({ code, output }).toMatchObject({ code: 0 });
    }
    expect(existsSync(join(folder, 'reports', 'out', 'latest', 'report.html'))).toBe(true);
  },
);

test.for(drawnAs('github-nightly.yml'))(
  'every command of %s runs, and keeps its night',
  async (name, { skip }) => {
    const k6 = await k6ForTests();
    if ('reason' in k6) {
      skip(k6.reason);
      return;
    }
    const { folder, run } = await recipeProject();
    const commands = githubCommands(name);

    for (const command of commands) {
      const env = { ...command.env, ASSAY_CACHE: join(k6.path, '..') };
      const { code, output } = await run({ ...command, env });
      // On a busy machine the load may be INVALID; that is not the recipe's fault.
      expect({ output, isDone: code === 0 || code === 3 }).toMatchObject({ isDone: true });
    }
    expect(commands).toHaveLength(2);
    expect(existsSync(join(folder, 'nightly', 'history.jsonl'))).toBe(true);
    expect(existsSync(join(folder, 'nightly', 'notice', 'nightly.md'))).toBe(true);
  },
);

test.each(drawnAs('gitlab.yml'))(
  'every command of %s runs; its artefacts report a faulty service',
  async () => {
    const { folder, run } = await recipeProject(['gap-contract-location-leads-nowhere']);
    const { script, artifacts } = gitlabJob();
    const codes: (number | null)[] = [];

    for (const command of script) codes.push((await run({ run: command, env: {} })).code);

    expect(codes).toEqual([0, 1]);
    const read = (name = ''): string => readFileSync(join(folder, name), 'utf8');
    expect(read(artifacts.reports['junit'])).toContain('<failure');
    expect(JSON.parse(read(artifacts.reports['codequality']))).toMatchObject([
      { check_name: 'GAP-CONTRACT-03', location: { path: 'staging.yaml' } },
    ]);
    for (const path of artifacts.paths) expect(existsSync(join(folder, path))).toBe(true);
  },
);

test.each(drawnAs('gate.sh'))(
  '%s exits with the code of the gate, and explains it',
  async (name) => {
    const { folder, run } = await recipeProject(['gap-contract-location-leads-nowhere']);

    const { code, output } = await run({ run: join(RECIPES, name), env: {} });

    expect(output).toContain('the service is at fault');
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'results', 'assay.xml'))).toBe(true);
    expect(existsSync(join(folder, 'results', 'latest', 'report.html'))).toBe(true);
  },
);
