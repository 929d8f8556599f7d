import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../client/project.ts';

/** Commands of Assay and npm in a document's `sh` blocks, without trailing comments. */
export const commandsIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(\s+#|;).*$/, '').trim())
    .filter((line) => /^(npx assay|npm) /.test(line));

/** A command of a document that another test runs. */
export interface RunElsewhere {
  /** Matches the whole command. */
  readonly command: RegExp;
  /** Path of the test, or of the document that a test runs line by line, below the project. */
  readonly test: string;
  /** Matches its text there. */
  readonly shows: RegExp;
}

/** Commands that take long, need a package, or have a more specific test. */
export const RUN_ELSEWHERE: readonly RunElsewhere[] = [
  { command: /^npm start$/, test: 'package.json', shows: /"start": ".*certify --report"/ },
  { command: /^npm test$/, test: '.ci/run', shows: /exec npm test/ },
  {
    command: /^npm run load$/,
    test: 'cli/commands/send-load.test.ts',
    shows: /(spawn|call)Cli\(\['load'/,
  },
  {
    command: /^npm (pack$|install --save-dev )/,
    test: 'tools/packing/package.test.ts',
    shows: /installPackage/,
  },
  { command: /^npx assay init$/, test: 'docs/first-verdict.md', shows: /^\$ npx assay init /m },
  {
    command: /doctor --target target.yaml --write$/,
    test: 'docs/first-verdict.md',
    shows: /^\$ npx assay doctor --target target.yaml --write$/m,
  },
  {
    command: /(gate|certify) --target target.yaml$/,
    test: 'docs/first-verdict.md',
    shows: /^\$ npx assay gate --target target.yaml /m,
  },
  {
    command: /^npx assay serve --dialect prefixed /,
    test: 'docs/certificate.md',
    shows: /^\$ npx assay serve .*--write-target target.yaml /m,
  },
  {
    command: /^npx assay keygen --out keys$/,
    test: 'docs/certificate.md',
    shows: /^\$ npx assay keygen --out keys$/m,
  },
  {
    command: /certify .*--key keys\/assay.key$/,
    test: 'docs/certificate.md',
    shows: /^\$ npx assay certify .*--key keys\/assay.key$/m,
  },
  {
    command: /^npx assay verify /,
    test: 'docs/certificate.md',
    shows: /^\$ npx assay verify .*--evidence /m,
  },
  {
    command: /^npx assay watch /,
    test: 'cli/commands/watch.test.ts',
    shows: /'watch',\s*'--target'/,
  },
  {
    command: /^npx assay waive /,
    test: 'cli/commands/waive.test.ts',
    shows: /(spawn|call)Cli\(\['waive', ID/,
  },
  {
    command: /exam( --services| --dialect 'l\*' --seeds 20)?$/,
    test: 'exam/exam.test.ts',
    shows: /'exam', '--quick'/,
  },
  {
    command: /exam --area state,races$/,
    test: 'exam/exam-plan.test.ts',
    shows: /area: 'state,races'/,
  },
  {
    command: /nightly --target staging.yaml --history \S+$/,
    test: 'docs/ci/github-nightly.yml',
    shows: /npx assay nightly --target staging.yaml --history \S+ --notify/,
  },
  {
    command: /exam --conditions 50 --seed 7$/,
    test: 'exam/pair-plan.test.ts',
    shows: /conditions: \d+/,
  },
  {
    command: /exam --conditions 60 --fault-seeds \d --certify$/,
    test: 'exam/conditions.test.ts',
    shows: /'exam', '--conditions', .*'--fault-seeds'/,
  },
  { command: /exam --quick( --rejudge)?$/, test: 'exam/exam.test.ts', shows: /'exam', '--quick'/ },
  {
    command: /exam --histories( --condition once)?$/,
    test: 'exam/histories.test.ts',
    shows: /'exam', '--histories', .*'--condition'/,
  },
  {
    command: /exam --source/,
    test: 'exam/source/exam-source.test.ts',
    shows: /'exam', '--source', '--quick'/,
  },
  {
    command: /^npx assay merge results$/,
    test: 'load/kubernetes/write-kubernetes.test.ts',
    shows: /'merge', at\('results'\)/,
  },
  { command: / --live prometheus /, test: 'load/live/live-metrics.test.ts', shows: /prometheus/ },
];

/** True if the file of an entry contains it. */
export const isShown = ({ test, shows }: RunElsewhere): boolean =>
  shows.test(readFileSync(join(PROJECT, test), 'utf8'));
