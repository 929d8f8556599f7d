import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** The process that conducts a run, as run.json names it until the run has ended. */
export const conductingProcessSchema = z
  .strictObject({
    pid: z.int().min(1),
    host: z.string(),
    started: z
      .string()
      .optional()
      .describe(
        'When it was started, in ticks since the boot of its machine; tells it from a later one of its number.',
      ),
  })
  .describe('Which process conducts it.');

/** The process that conducts a run. */
export type ConductingProcess = z.output<typeof conductingProcessSchema>;

/** State and start of a process, as Linux tells them (proc_pid_stat(5)); undefined elsewhere, and of a process that is gone. */
const statOf = (pid: number): { readonly state: string; readonly started: string } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses, and may hold any character.
    const [state = '', ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, started: rest[18] ?? '' };
  } catch {
    return undefined;
  }
};

/** True of a process of this machine that has not ended, as far as its number tells. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** This process, as it is written down. */
export const thisProcess = (): ConductingProcess => ({
  pid: process.pid,
  host: hostname(),
  started: statOf(process.pid)?.started || undefined,
});

/**
 * True of a process that still conducts its run, as far as this machine can know. One that has ended and was not waited for (a
 * zombie) does not, nor does another one that got its number.
 */
export const isConducting = ({ pid, host, started }: ConductingProcess): boolean => {
  // In a container whoever asks often has the number of whoever was killed.
  if (host !== hostname() || pid === process.pid) return false;
  const stat = statOf(pid);
  if (stat) return !/^[ZX]/.test(stat.state) && (started ?? stat.started) === stat.started;
  return isAlive(pid);
};
