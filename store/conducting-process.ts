import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Process that conducts a run, as in run.json until the run has ended. */
export const conductingProcessSchema = z
  .strictObject({
    pid: z.int().min(1),
    host: z.string(),
    started: z
      .string()
      .optional()
      .describe(
        'Start time in ticks since the boot of the machine; distinguishes it from a later process with the same id.',
      ),
  })
  .describe('The process that conducts the run.');

/** Identity of the process that conducts a run. */
export type ConductingProcess = z.output<typeof conductingProcessSchema>;

/** State and start time of a process on Linux (proc_pid_stat(5)); undefined elsewhere, and for a process that is gone. */
const statOf = (pid: number): { readonly state: string; readonly started: string } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in parentheses, and may contain any character.
    const [state = '', ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, started: rest[18] ?? '' };
  } catch {
    return undefined;
  }
};

/** Tests if a process of this machine is running, judging by its PID. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Identity of this process for run.json. */
export const thisProcess = (): ConductingProcess => ({
  pid: process.pid,
  host: hostname(),
  started: statOf(process.pid)?.started || undefined,
});

/**
 * Tests if a process still conducts its run, as far as this machine can tell. A zombie does not, nor does another process that
 * reuses the PID.
 */
export const isConducting = ({ pid, host, started }: ConductingProcess): boolean => {
  // In a container the reader often has the PID of the process that was killed.
  if (host !== hostname() || pid === process.pid) return false;
  const stat = statOf(pid);
  if (stat) return !/^[ZX]/.test(stat.state) && (started ?? stat.started) === stat.started;
  return isAlive(pid);
};
