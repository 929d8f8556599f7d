import { median } from 'simple-statistics';
import {
  type Anchor,
  anchorBaseline,
  type Baseline,
  errorBaseline,
  latencyBaseline,
  NIGHTS_WANTED,
} from './baseline.ts';

/** A measure of tonight and of the nights that it is compared with. */
export interface NightOfMeasure {
  readonly value: number;
  /** The value is a share of errors among so many requests; left out: it is a latency. */
  readonly requests?: number;
  /** Of the nights before, the newest 14 that count. */
  readonly before: readonly number[];
  /** What the level is held against; left out: nothing. */
  readonly anchor?: Anchor;
  /** Of the four valid nights before, alarmed ones, too. */
  readonly newest?: readonly number[];
}

/** What the nights before say of tonight. */
export type NightJudgement =
  | { readonly state: 'learning' }
  | (Baseline & {
      readonly state: 'calm' | 'suspicious';
      /** The median and limit are those of the anchor, from which the level has crept away. */
      readonly drift?: true;
    });

/** The newest nights that tell of the level: an odd night or two among them hardly move their middle. */
export const NEWEST = 5;

/** The anchor's baseline where tonight and the middle of the newest nights lie above its limit. */
const drifted = ({
  value,
  requests,
  anchor,
  newest = [],
}: NightOfMeasure): Baseline | undefined => {
  const level = [...newest, value].slice(-NEWEST);
  if (anchor === undefined || level.length < NEWEST || anchor.values.length < NIGHTS_WANTED)
    return undefined;
  const baseline = anchorBaseline(anchor, requests);
  return value > baseline.limit && median(level) > baseline.limit ? baseline : undefined;
};

/**
 * Judges one measure of a night: suspicious above the limit of the nights before, or where the newest nights have crept away
 * from their anchor; learning while there are too few nights.
 */
export const judgeNight = (night: NightOfMeasure): NightJudgement => {
  const { value, requests, before } = night;
  if (before.length < NIGHTS_WANTED) return { state: 'learning' };
  const baseline =
    requests === undefined ? latencyBaseline(before) : errorBaseline(before, requests);
  if (value > baseline.limit) return { ...baseline, state: 'suspicious' };
  const crept = drifted(night);
  return crept ? { ...crept, state: 'suspicious', drift: true } : { ...baseline, state: 'calm' };
};

/**
 * Whether a later block of runs shows what the first one did: each of its values is above the limit. The middle one would not
 * do: with twenty series of four measures, chance lifts it over some limit on two nights of a hundred.
 */
export const isConfirmed = (values: readonly number[], limit: number): boolean =>
  values.length > 0 && values.every((value) => value > limit);

/** Of how many series at least half have to be suspicious for a night to be slow as a whole. */
const SEVERAL = 4;

/**
 * Whether most series are suspicious at once. Then the machines may have had a bad hour, which lasts: it takes one block of
 * runs more to tell it from a change of the service.
 */
export const isSlowAsAWhole = (suspicious: number, series: number): boolean =>
  series >= SEVERAL && suspicious * 2 >= series;
