import { suiteThread } from './suite-thread.ts';

/** Commands that conduct suites in this process, whatever else they are asked for. */
const CONDUCT: readonly string[] = ['gate', 'certify'];
/** With these they do not, or in another thread. */
const ELSE: readonly string[] = ['--help', '--list', '--no-allure'];

/**
 * Starts the thread of the suites where these arguments ask for a run: it takes as long to load as the command itself, and
 * needs nothing of it. Where they turn out to be wrong, the thread ends with the process.
 */
export const warmUpFor = ([command = '', ...rest]: readonly string[]): void => {
  if (CONDUCT.includes(command) && !rest.some((each) => ELSE.includes(each))) suiteThread.warmUp();
};
