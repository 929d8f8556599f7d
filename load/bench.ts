import { findK6 } from './k6.ts';
import { type Cost, costOf, type Variant } from './script-cost.ts';
import { spawnStub } from './stub-process.ts';

// npm run bench: what the hot-path script costs, against a bare POST of the same body, alternating in one run.

const ROUNDS = 4;
const SECONDS = 5;
const USERS = 10;
const MANY_USERS = 200;
const NEVER = 1_000_000_000;

const BARE: Variant = { name: 'bare POST', script: 'bare', judgeEvery: NEVER, judges: 8 };
const CHEAP: Variant = {
  name: 'cheap checks on all',
  script: 'load',
  judgeEvery: NEVER,
  judges: 8,
};
const JUDGED: Variant = {
  name: 'one in 100 judged in full',
  script: 'load',
  judgeEvery: 100,
  judges: 8,
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const judgedRatio = (name: string, ratios: readonly number[], least: number): boolean => {
  const ratio = median(ratios);
  const each = ratios.map((one) => one.toFixed(2)).join(', ');
  print(
    `${ratio >= least ? '✓' : '✗'} ${name}: ${ratio.toFixed(2)} of a bare POST, at least ${least} wanted (${each})`,
  );
  return ratio >= least;
};

const compare = async (k6: string, address: string): Promise<boolean> => {
  const ratios = { cheap: [] as number[], judged: [] as number[] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const speeds: Record<string, number> = {};
    for (const variant of [BARE, CHEAP, JUDGED]) {
      const { requests, cpu } = await costOf(k6, address, variant, USERS, SECONDS);
      speeds[variant.name] = requests / cpu;
      print(
        `  round ${round}  ${variant.name.padEnd(26)} ${Math.round(requests / cpu)} requests a CPU second`,
      );
    }
    const bare = speeds[BARE.name] ?? Number.NaN;
    ratios.cheap.push((speeds[CHEAP.name] ?? 0) / bare);
    ratios.judged.push((speeds[JUDGED.name] ?? 0) / bare);
  }
  const cheap = judgedRatio(CHEAP.name, ratios.cheap, 0.9);
  return judgedRatio(JUDGED.name, ratios.judged, 0.8) && cheap;
};

const virtualUsers = async (k6: string, address: string): Promise<boolean> => {
  const few: Cost = await costOf(k6, address, JUDGED, 1, 1);
  const many: Cost = await costOf(k6, address, JUDGED, MANY_USERS, 1);
  const memory = (many.memory - few.memory) / (MANY_USERS - 1) / 1_000_000;
  // A request costs what it costs; what is left are the virtual users.
  const perRequest = 1 / 10_000;
  const init =
    ((many.cpu - many.requests * perRequest - few.cpu + few.requests * perRequest) /
      (MANY_USERS - 1)) *
    1000;
  print(
    `${memory <= 1 ? '✓' : '✗'} memory: ${memory.toFixed(2)} MB a virtual user, at most 1 wanted`,
  );
  print(
    `${init <= 5 ? '✓' : '✗'} init: ${init.toFixed(1)} ms of CPU a virtual user, at most 5 wanted`,
  );
  return memory <= 1 && init <= 5;
};

const k6 = await findK6({ onProgress: print });
if (process.platform !== 'linux') {
  print('the bench reads CPU times from /proc, which only Linux has');
  process.exitCode = 2;
} else {
  const stub = await spawnStub(0);
  const passed = [await compare(k6.path, stub.address), await virtualUsers(k6.path, stub.address)];
  await stub.end();
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}
