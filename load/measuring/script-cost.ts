import { setTimeout as sleep } from 'node:timers/promises';
import { type Pace, type RunningScript, startScript, type Variant } from './script-run.ts';

/** Milliseconds of a turn. */
const TURN = 50;
/** Seconds within which every k6 is up. */
const START = 4;

/** What a program sent in so many seconds, and the CPU seconds that it took. */
export interface Sent {
  readonly requests: number;
  readonly seconds: number;
  readonly cpu: number;
}

/** What a script sends while nothing else is measured, and its CPU time without its start. */
export const sentAlone = async (
  k6: string,
  address: string,
  variant: Variant,
  users: number,
  seconds: number,
): Promise<Sent> => {
  const executor = 'constant-vus';
  const times = { startTime: `${START}s`, duration: `${seconds}s` };
  const running = await startScript(k6, address, variant, { executor, vus: users, ...times });
  await Promise.race([sleep((START - 1) * 1000), running.requests]);
  const before = running.cpu();
  const requests = await running.requests;
  return { requests, seconds, cpu: running.cpu() - before };
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
};

/**
 * CPU seconds a request of several scripts, without their start. They run at the same time and take turns of some
 * milliseconds, all others stopped meanwhile, so that whatever else the machine does costs all of them the same.
 */
export const costOfEach = async (
  k6: string,
  address: string,
  variants: readonly Variant[],
  users: number,
  seconds: number,
): Promise<readonly number[]> => {
  const pace: Pace = {
    executor: 'constant-vus',
    vus: users,
    startTime: `${START}s`,
    duration: `${seconds}s`,
  };
  const running: RunningScript[] = [];
  for (const variant of variants) running.push(await startScript(k6, address, variant, pace));
  const requests = Promise.all(running.map((each) => each.requests));
  const broken = new AbortController();
  requests.catch(() => broken.abort());
  await sleep((START - 1) * 1000);
  const before = running.map(({ cpu }) => cpu());
  const after = [...before];
  const end = performance.now() + (seconds + 2) * 1000;
  for (const { pid } of running) signal(pid, 'SIGSTOP');
  for (let turn = 0; performance.now() < end; turn = (turn + 1) % running.length) {
    if (broken.signal.aborted) break;
    const { pid, cpu } = running[turn] as RunningScript;
    signal(pid, 'SIGCONT');
    await sleep(TURN);
    after[turn] = cpu();
    signal(pid, 'SIGSTOP');
  }
  for (const { pid } of running) signal(pid, 'SIGCONT');
  return (await requests).map(
    (count, index) => ((after[index] ?? 0) - (before[index] ?? 0)) / count,
  );
};

/** What one more virtual user costs: milliseconds of CPU to start it, and megabytes. */
export interface UserCost {
  readonly init: number;
  readonly memory: number;
}

/** What virtual users cost, from two runs that send the same requests with few and with many of them. */
export const costOfUsers = async (
  k6: string,
  address: string,
  variant: Variant,
  users: number,
): Promise<UserCost> => {
  const few = 10;
  const run = async (count: number): Promise<RunningScript> => {
    const executor = 'constant-arrival-rate';
    const pace: Pace = { executor, rate: 200, duration: '3s', preAllocatedVUs: count };
    const running = await startScript(k6, address, variant, pace);
    await running.requests;
    return running;
  };
  const small = await run(few);
  const large = await run(few + users);
  return {
    init: ((large.cpu() - small.cpu()) / users) * 1000,
    memory: (large.memory() - small.memory()) / users / 1_000_000,
  };
};
