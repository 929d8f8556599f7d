import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';

/** Output and exit code of a command. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment and working directory of a command. */
export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Checkout whose `assay` runs. Default: this one. */
  readonly project?: string;
  /** Timeout in milliseconds. */
  readonly limit?: number;
}

const MAIN = 'cli/main.ts';
/** Milliseconds; a command that is still running is then killed, and its code is null. */
const TIMEOUT = 300_000;

/** Runs `assay` in its own process, with nothing in its environment that it would read. */
export const spawnCli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(options.project ?? PROJECT, MAIN), ...args], {
      cwd: options.cwd ?? process.cwd(),
      env: { PATH: '/usr/bin:/bin', ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.limit ?? TIMEOUT,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
