import { spawn } from 'node:child_process';

/** A command of a document, and its documented output. */
export interface TranscriptStep {
  readonly command: string;
  /** Lines; `…` matches any text, and alone on its line any lines. */
  readonly printed: readonly string[];
}

/** Commands of all ```console blocks of a Markdown document, in order. */
export const transcriptOf = (markdown: string): readonly TranscriptStep[] => {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((found) => found[1]);
  return blocks.flatMap((block = '') =>
    block
      .split(/^\$ /m)
      .filter((part) => part !== '')
      .map((part) => {
        const [command = '', ...printed] = part.trimEnd().split('\n');
        return { command, printed };
      }),
  );
};

/** Pattern of a step's output. */
export const printedBy = ({ printed }: TranscriptStep): RegExp => {
  const lines = printed.map((line) =>
    line === '…'
      ? '(?:.*\\n)*?'
      : `${line
          .split('…')
          .map((text) => RegExp.escape(text))
          .join('.*')}\\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
};

const MARK = '--- next step ---';

/** Waits for a service in the background, as a person would. */
const afterwards = ({ command }: TranscriptStep): string =>
  command.endsWith('&')
    ? `for n in $(seq 150); do grep -q Ctrl-C service.txt 2>/dev/null && break; sleep 0.1; done`
    : ':';

/** Shell script of the steps. `$?` is the exit code of the previous step, as in a terminal. */
const scriptOf = (steps: readonly TranscriptStep[]): string =>
  [
    'set -m',
    // Background services end with the steps, whatever their job number.
    `trap 'kill $(jobs -p) 2> /dev/null' EXIT`,
    'trap "exit 1" TERM',
    'status=0',
    ...steps.flatMap((step) => [
      `(exit $status)`,
      step.command,
      'status=$?',
      afterwards(step),
      `echo '${MARK}'`,
    ]),
  ].join('\n');

/** Milliseconds, less than the limit of a test, so that the end of a hang says how far it came. */
const LONGEST = 390_000;

/** Runs the steps in one shell, in this folder and environment; returns the standard output of each. */
export const runTranscript = (
  steps: readonly TranscriptStep[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', scriptOf(steps)], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LONGEST,
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      if (signal)
        reject(new Error(`${signal} after ${LONGEST / 1000} s; printed until then:\n${stdout}`));
      else resolve(stdout.split(`${MARK}\n`).slice(0, steps.length));
    });
  });
