import { benchGenerators } from '../generators/bench.ts';
import { findK6 } from './k6/k6.ts';
import { costOfEach, costOfUsers } from './measuring/script-cost.ts';
import type { Variant } from './measuring/script-run.ts';
import { spawnStub } from './measuring/stub-process.ts';

// npm run bench: what the hot-path script costs, against a bare POST of the same body; then how fast the generators are.

const ROUNDS = 3;
/** Seconds of a round, of which every script gets its turns. */
const SECONDS = 18;
const USERS = 10;
const MORE_USERS = 200;
const NEVER = 1_000_000_000;

const BARE: Variant = { name: 'bare POST', script: 'bare', judgeEvery: NEVER };
const CHEAP: Variant = {
  name: 'cheap checks on all',
  script: 'load',
  judgeEvery: NEVER,
};
const JUDGED: Variant = {
  name: 'one in 100 judged in full',
  script: 'load',
  judgeEvery: 100,
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const judge = (name: string, ok: boolean, text: string): boolean => {
  print(`${ok ? '✓' : '✗'} ${name}: ${text}`);
  return ok;
};

const judgedRatio = (name: string, ratios: readonly number[], least: number): boolean => {
  const ratio = median(ratios);
  const each = ratios.map((one) => one.toFixed(2)).join(', ');
  const text = `${ratio.toFixed(2)} of a bare POST, at least ${least} wanted (${each})`;
  return judge(name, ratio >= least, text);
};

const compare = async (k6: string, address: string): Promise<boolean> => {
  const variants = [BARE, CHEAP, JUDGED];
  const cheap: number[] = [];
  const judged: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const costs = await costOfEach(k6, address, variants, USERS, SECONDS);
    for (const [index, { name }] of variants.entries()) {
      const speed = Math.round(1 / (costs[index] ?? 0));
      print(`  round ${round}  ${name.padEnd(26)} ${speed} requests a CPU second`);
    }
    const [bare = 0, ofCheap = 0, ofJudged = 0] = costs;
    cheap.push(bare / ofCheap);
    judged.push(bare / ofJudged);
  }
  const passed = judgedRatio(CHEAP.name, cheap, 0.9);
  return judgedRatio(JUDGED.name, judged, 0.8) && passed;
};

const virtualUsers = async (k6: string, address: string): Promise<boolean> => {
  const { memory, init } = await costOfUsers(k6, address, JUDGED, MORE_USERS);
  return [
    judge('memory', memory <= 1, `${memory.toFixed(2)} MB a virtual user, at most 1 wanted`),
    judge('init', init <= 5, `${init.toFixed(1)} ms of CPU a virtual user, at most 5 wanted`),
  ].every(Boolean);
};

/** Undefined where this machine cannot tell. */
const benchScript = async (): Promise<boolean | undefined> => {
  if (process.platform !== 'linux') {
    print('the load script is not measured: its CPU times come from /proc, which only Linux has');
    return undefined;
  }
  const k6 = await findK6({ onProgress: print });
  const stub = await spawnStub(0);
  const passed = [await compare(k6.path, stub.address), await virtualUsers(k6.path, stub.address)];
  await stub.end();
  return passed.every(Boolean);
};

const script = await benchScript();
const generators = benchGenerators();
process.exitCode = script === undefined ? 2 : script && generators ? 0 : 1;
