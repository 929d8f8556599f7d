import type { Judgement, Verdicts } from './finding.ts';
import { JUDGES_IN } from './judge-files.ts';

/** Repeats a judgement whose evidence is not kept. */
export const judgeVerbatim = (judgement: Judgement): Judgement => judgement;

/** A judge as suites reference it. */
export type Judge = (...given: never[]) => Verdicts;

/** All judges by file, relative to this folder and without extension. */
const ALL: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  judges: { said: judgeVerbatim },
  ...JUDGES_IN,
};

const ROWS = Object.entries(ALL).flatMap(([place, judges]) =>
  Object.entries(judges).map(([name, judge]) => ({ place, name, judge })),
);
const BY_NAME: ReadonlyMap<string, Judge> = new Map(ROWS.map(({ name, judge }) => [name, judge]));
const NAMES: ReadonlyMap<unknown, string> = new Map(ROWS.map(({ name, judge }) => [judge, name]));
const PLACES: ReadonlyMap<Judge, string> = new Map(ROWS.map(({ place, judge }) => [judge, place]));

/** Names of all judges. */
export const JUDGE_NAMES: readonly string[] = [...BY_NAME.keys()];

/** The judge with this name. Throws if there is none. */
export const judgeNamed = (name: string): Judge => {
  const judge = BY_NAME.get(name);
  if (!judge) throw new Error(`there is no judge called ${name}`);
  return judge;
};

/** The name of a judge. Throws if it has none. */
export const nameOfJudge = (judge: { readonly name: string }): string => {
  const name = NAMES.get(judge);
  if (name === undefined) throw new Error(`${judge.name} is none of the judges`);
  return name;
};

/** The file of a judge, relative to `oracles/` and without extension. Throws if it has none. */
export const fileOfJudge = (judge: Judge): string => {
  const place = PLACES.get(judge);
  if (place === undefined) throw new Error(`${judge.name} is none of the judges`);
  return place;
};
