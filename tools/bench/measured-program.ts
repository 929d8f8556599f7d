import { performance } from 'node:perf_hooks';
import { runLimited } from '../../load/k6/run-limited.ts';
import { type Usage, watchGroup } from './watch-group.ts';

/** What a program took. */
export interface Taken extends Usage {
  /** Seconds by the clock. */
  readonly wall: number;
  /** What it ended with. */
  readonly code: number;
  /** Lines of its standard output. */
  readonly output: readonly string[];
}

/** A program with its arguments, killed after `seconds`. */
export interface Order {
  /** Left out: this Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly seconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What it may end with. Left out: 0. */
  readonly codes?: readonly number[];
}

/** Runs a program and measures it. Throws where it does not end as it may in its time, with what it said last. */
export const measuredProgram = async ({ codes = [0], ...order }: Order): Promise<Taken> => {
  const output: string[] = [];
  const said: string[] = [];
  let usage = (): Usage => ({ cpu: 0, memory: 0 });
  const start = performance.now();
  const end = await runLimited({
    program: process.execPath,
    ...order,
    onStart: (pid) => (usage = watchGroup(pid)),
    onOutput: (line) => output.push(line),
    onError: (line) => said.push(line),
  }).finally(() => usage());
  const wall = (performance.now() - start) / 1000;
  const what = [order.program ?? [], ...order.args.slice(0, 3)].flat().join(' ');
  if (end.overdue) throw new Error(`${what} was to end within ${order.seconds} s, and did not`);
  const { code } = end;
  if (code === null || !codes.includes(code))
    throw new Error(
      `${what} was to end with ${codes.join(' or ')}, and ended with ${end.code ?? end.signal}:\n${[...output, ...said].slice(-5).join('\n')}`,
    );
  return { wall, code, ...usage(), output };
};
