import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a command printed and how it ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** From where a command is called. */
export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Milliseconds until it is killed. */
  readonly limit?: number;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Milliseconds; a command that is still running then is killed, and its code is null. */
const LONGEST = 120_000;

/** Runs `assay` in a process of its own, with nothing of its caller's environment that it would read. */
export const spawnCli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: options.cwd ?? process.cwd(),
      env: { PATH: '/usr/bin:/bin', ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.limit ?? LONGEST,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
