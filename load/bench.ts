import { median } from 'simple-statistics';
import { findK6 } from './k6/k6.ts';
import { compareCosts, costOfUsers, type Variant } from './measuring/script-cost.ts';
import { spawnStub } from './measuring/stub.ts';

// npm run bench:script: cost of the hot-path script, compared with a bare POST of the same bodies.

const ROUNDS = 3;
/** Duration of a round in seconds, of which every script gets its turns. */
const SECONDS = 18;
/** Virtual users, or connections of the programs that are compared with them. */
export const USERS = 10;
const MORE_USERS = 200;
const NEVER = 1_000_000_000;

/** A bare POST of the same requests. */
export const BARE: Variant = { name: 'bare POST', script: 'bare', judgeEvery: NEVER };
const CHEAP: Variant = { name: 'cheap checks on all', script: 'load', judgeEvery: NEVER };
/** The script of a load run. */
export const JUDGED: Variant = { ...CHEAP, name: 'one in 100 judged in full', judgeEvery: 100 };

/** A measurement, and its required value. */
export interface ScriptFigure {
  readonly name: string;
  readonly measured: string;
  /** Ratio to the bare script, if that was measured, too. */
  readonly ratio: string;
  readonly wanted: string;
  readonly ok: boolean;
}

type Log = (text: string) => void;

const speedOf = (costs: number[]): string =>
  `${Math.round(1 / (median(costs) || Infinity))} requests per CPU second`;

const compare = async (k6: string, address: string, rounds: number): Promise<ScriptFigure[]> => {
  const variants = [BARE, CHEAP, JUDGED];
  const wanted = [1, 0.9, 0.8];
  const costs = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const each = await compareCosts(k6, address, variants, USERS, SECONDS);
    for (const [at, cost] of each.entries()) costs[at]?.push(cost);
  }
  return variants.map(({ name }, at) => {
    const own = costs[at] ?? [];
    const ratio = median(own.map((cost, round) => (costs[0]?.[round] ?? 0) / cost));
    const least = wanted[at] ?? 0;
    return {
      name,
      measured: speedOf(own),
      ratio: ratio.toFixed(2),
      wanted: at === 0 ? '' : `at least ${least}`,
      ok: ratio >= least,
    };
  });
};

const virtualUsers = async (k6: string, address: string): Promise<ScriptFigure[]> => {
  const { memory, init } = await costOfUsers(k6, address, JUDGED, MORE_USERS);
  const figure = (name: string, value: number, unit: string, most: number): ScriptFigure => ({
    name,
    measured: `${value.toFixed(2)} ${unit}`,
    ratio: '',
    wanted: `at most ${most}`,
    ok: value <= most,
  });
  return [
    figure('memory of a virtual user', memory, 'MB', 1),
    figure('CPU of a virtual user before it sends', init, 'ms', 5),
  ];
};

/** Cost of a load run's script; undefined if this machine cannot measure it, since CPU times come from /proc of Linux. */
export const benchScript = async (
  say: Log,
  rounds: number = ROUNDS,
): Promise<readonly ScriptFigure[] | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const k6 = await findK6({ onProgress: say });
  const stub = await spawnStub(0);
  try {
    const compared = await compare(k6.path, stub.address, rounds);
    return [...compared, ...(await virtualUsers(k6.path, stub.address))];
  } finally {
    await stub.end();
  }
};

if (import.meta.main) {
  const figures = await benchScript(console.error);
  if (figures) console.table(figures);
  process.exitCode = figures ? (figures.every(({ ok }) => ok) ? 0 : 1) : 2;
}
