import { hostname } from 'node:os';

/** The process that conducts a run, as run.json names it. */
export interface ConductingProcess {
  readonly pid: number;
  readonly host: string;
}

/** Whether that process is still there, as far as this machine can know; its number may be another's by now. */
export const isAlive = ({ pid, host }: ConductingProcess): boolean => {
  // In a container whoever asks often has the number of whoever was killed.
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
