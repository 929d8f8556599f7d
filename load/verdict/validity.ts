import type { Calibration } from '../measuring/calibrate.ts';
import type { Health } from '../measuring/health.ts';
import { latencyLimitsOf, type Limit } from './limits.ts';
import type { Measurements, Series } from '../measuring/measure.ts';
import type { Profile } from '../profiles/profile.ts';
import type { MachineLoad } from '../measuring/machine-load.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

/** A number with two significant digits, an integer from 100. */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 99.5
    ? String(Math.round(value))
    : value.toPrecision(2);

/** A number beyond a limit, with enough digits to distinguish it from the limit. */
export const beyondText = (value: number, limit: number, least = false): string => {
  const isBeyond = (number: number): boolean => (least ? number < limit : number > limit);
  if (!isBeyond(value)) return numberText(value);
  const texts = [numberText(value), ...[3, 4, 5, 6, 7].map((digits) => value.toPrecision(digits))];
  return texts.find((text) => isBeyond(Number(text))) ?? String(value);
};

/** `12 %`, `4.2 ms`; a unit that is obvious is omitted. */
const withUnit = (unit: ValidityFact['unit'], text: (scale: number) => string): string => {
  if (unit === 'share') return `${text(100)} %`;
  return unit === 'cores' || unit === 'requests' ? text(1) : `${text(1)} ${unit}`;
};

/** The value of a fact, with enough digits to distinguish it from a broken limit. */
export const valueText = ({ value, limit, least, unit }: ValidityFact): string =>
  value === null
    ? 'not reported here'
    : withUnit(unit, (scale) => beyondText(value * scale, limit * scale, least));

/** The limit of a fact as text. */
export const limitText = ({ limit, least, unit }: ValidityFact): string =>
  `${least ? 'at least' : 'at most'} ${withUnit(unit, (scale) => numberText(limit * scale))}`;

/**
 * Default limits for other work during a measurement: of two cores less than half of one. Two endless loops take a
 * machine of two cores whole, whatever their priority. A profile for shared machines judges none of them.
 */
const STRICT = { others: 0.2, steal: 0.05, pressure: 0.8, queue: 2 } as const;
const ANY = { others: 1, steal: 1, pressure: 1, queue: 1000 } as const;

const NAMES = {
  others: ['CPU of other processes', 'share'],
  pressure: ['time with tasks waiting for a CPU', 'share'],
  queue: ['runnable tasks', 'per core'],
} as const satisfies Record<keyof MachineLoad, readonly [string, ValidityFact['unit']]>;

/** The limits of a profile. */
const limitsOf = (rules: Profile['validity']): Record<keyof typeof STRICT, number> => {
  const usual = rules.throttled ? ANY : STRICT;
  const { others = usual.others, steal = usual.steal } = rules;
  const { pressure = usual.pressure, queue = usual.queue } = rules;
  return { others, steal, pressure, queue };
};

/** Tests if a profile judges other work during the measurement. */
export const judgesMachine = (rules: Profile['validity']): boolean => {
  const { others, pressure, queue } = limitsOf(rules);
  return others < ANY.others || pressure < ANY.pressure || queue < ANY.queue;
};

/** Facts about the whole machine: other work during the measurement. Null: not reported by this platform. */
export const machineFacts = ({
  health,
  rules,
  machine: { rest, isLocal } = { rest: null, isLocal: false },
}: Pick<ValidityEvidence, 'health' | 'rules' | 'machine'>): readonly ValidityFact[] => {
  const limits = limitsOf(rules);
  const facts = (Object.keys(NAMES) as (keyof MachineLoad)[]).map((key): ValidityFact => {
    const [name, unit] = NAMES[key];
    const limit = limits[key];
    const during = health[key];
    // Under load the service itself may have caused it; other work was there before, too.
    const isApart = !isLocal || during === null || during <= limit;
    const value = isApart ? during : (rest?.[key] ?? null);
    return atMost(isApart ? name : `${name}, before the load`, value, limit, unit);
  });
  const { steal } = health;
  return [...facts, atMost('CPU taken by other virtual machines', steal, limits.steal, 'share')];
};

/** A validity rule and its measured value; it holds if the platform does not report one. */
export interface ValidityFact extends Omit<LoadRecord['validity'][number], 'shown' | 'wanted'> {
  readonly unit: 'share' | 'ms' | 'times' | 'cores' | 'requests' | 'per second' | 'per core';
}

/** Evidence for the validity rules. */
export interface ValidityEvidence {
  readonly measured: Measurements;
  readonly health: Health;
  readonly machine?:
    | {
        /** Load of the machine before the run, while the service rested; null: not measured. */
        readonly rest: MachineLoad | null;
        /** True if the service runs on this machine, where its own CPU counts as another process's. */
        readonly isLocal: boolean;
      }
    | undefined;
  readonly calibration: Calibration | undefined;
  readonly limits: readonly Limit[];
  readonly rules: Profile['validity'];
  /** Requests per second that the target allows; undefined: any. */
  readonly allowed: number | undefined;
}

/** Tests if a service at its limit can break the rule, too; the others concern the generator alone. */
export const mayBeServiceFault = ({ name }: ValidityFact): boolean =>
  /: (starts dropped|rate deviation|price requests)$/.test(name);

const atMost = (
  name: string,
  value: number | null,
  limit: number,
  unit: ValidityFact['unit'],
): ValidityFact => ({ name, value, limit, unit, ok: value === null || value <= limit });

const atLeast = (...[name, value, limit, unit]: Parameters<typeof atMost>): ValidityFact => ({
  ...atMost(name, value, limit, unit),
  least: true,
  ok: value === null || value >= limit,
});

const LEAST_CORES = 2;

/**
 * Number of retransmitted TCP segments that one busy moment of a shared machine causes; up to this, no share is
 * computed for a short run.
 */
const FEW_RESENT = 10;

const resentAtMost = ({ segments }: Health, share: number): number =>
  segments ? Math.min(1, Math.max(share, FEW_RESENT / segments)) : share;

const seriesFacts = (line: string, series: Series, rules: Profile['validity']): ValidityFact[] => {
  const { planned, dropped, requests } = series;
  const sent = requests + dropped;
  // Dropped starts have a rule of their own; one start more or less is the edge of the plateau.
  const off = Math.max(0, Math.abs(sent - planned) - 1);
  const share = (count: number): number => (planned === 0 ? 0 : count / planned);
  return [
    atLeast(`${line}: price requests`, requests, 1, 'requests'),
    atMost(`${line}: starts dropped`, share(dropped), rules.dropped, 'share'),
    atMost(`${line}: rate deviation`, share(off), rules.rate, 'share'),
  ];
};

const OVERHEAD = 'overhead of the generator at the ';

/** Tests if a rule is about the generator's overhead, which only lengthens what is measured. */
export const isOverhead = ({ name }: Pick<ValidityFact, 'name'>): boolean =>
  name.startsWith(OVERHEAD);

/** Overhead of the generator relative to the tightest latency limit. */
const shareFact = ({ calibration, limits, rules }: ValidityEvidence): ValidityFact[] => {
  if (!calibration) return [];
  const all = limits.flatMap(latencyLimitsOf).filter(([percentile]) => percentile < 100);
  const tail = all.filter(([percentile]) => percentile >= 99);
  const [name, values] = tail.length > 0 ? (['p99', tail] as const) : (['p95', all] as const);
  if (values.length === 0) return [];
  const share = name === 'p99' ? calibration.shareOfP99 : calibration.shareOfP95;
  const most = Math.min(...values.map(([, limit]) => limit)) * rules.share;
  return [atMost(OVERHEAD + name, share, most, 'ms')];
};

/** All validity rules, kept or broken. */
export const validityFacts = (evidence: ValidityEvidence): readonly ValidityFact[] => {
  const { measured, health, rules, allowed } = evidence;
  const resent = resentAtMost(health, rules.retransmits);
  const facts = [
    ...Object.entries(measured.lines).flatMap(([line, series]) => seriesFacts(line, series, rules)),
    atMost('schedule lag, p99', measured.lag, rules.lag, 'ms'),
    atLeast('cores of the generator', health.cores, LEAST_CORES, 'cores'),
    atMost('CPU of the generator', health.cpu, rules.cpu, 'share'),
    ...(rules.throttled ? [] : [atMost('CPU throttled', health.throttled, 0, 'times')]),
    atMost('memory of the generator', health.memory, rules.memory, 'share'),
    atMost('retransmitted TCP segments', health.retransmits, resent, 'share'),
    ...machineFacts(evidence),
    ...shareFact(evidence),
  ];
  if (allowed !== undefined)
    facts.push(
      atMost('requests, by the limit of the target', measured.requestRate, allowed, 'per second'),
    );
  return facts;
};
