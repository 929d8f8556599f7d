import type { Calibration } from '../measuring/calibrate.ts';
import type { Health } from '../measuring/health.ts';
import { latencyLimitsOf, type Limit } from './limits.ts';
import type { Measured, Series } from '../measuring/measure.ts';
import type { Profile } from '../profiles/profile.ts';
import type { MachineLoad } from '../measuring/machine-load.ts';

/** A number with two digits that mean something, whole from 100. */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 99.5
    ? String(Math.round(value))
    : value.toPrecision(2);

/** A number beyond a limit, with as many digits as tell it from the limit. */
export const beyondText = (value: number, limit: number, least = false): string => {
  const isBeyond = (number: number): boolean => (least ? number < limit : number > limit);
  const texts = [numberText(value), ...[3, 4, 5, 6, 7].map((digits) => value.toPrecision(digits))];
  const told = texts.find((text) => isBeyond(Number(text)));
  return told ?? (isBeyond(value) ? String(value) : numberText(value));
};

/** `12 %`, `4.2 ms`; a unit that goes without saying is left out. */
const withUnit = (unit: ValidityFact['unit'], text: (scale: number) => string): string => {
  if (unit === 'share') return `${text(100)} %`;
  return unit === 'cores' || unit === 'requests' ? text(1) : `${text(1)} ${unit}`;
};

/** The value of a fact, told from its limit if it is beyond it. */
export const shownText = ({ value, limit, least, unit }: ValidityFact): string =>
  value === null
    ? 'not known here'
    : withUnit(unit, (scale) => beyondText(value * scale, limit * scale, least));

/** The limit of a fact in words. */
export const wantedText = ({ limit, least, unit }: ValidityFact): string =>
  `${least ? 'at least' : 'at most'} ${withUnit(unit, (scale) => numberText(limit * scale))}`;

/** How busy the machine of the generator was. */
export interface MachineEvidence {
  readonly health: Health;
  /** Before the load, while the service rested; null: nobody looked. */
  readonly rest: MachineLoad | null;
  /** The service is on this machine, too, where its own CPU is that of another process. */
  readonly isLocal: boolean;
}

/**
 * What may be used beside a measurement, where its profile does not say: of two cores less than half of one. Two endless loops take a
 * machine of two cores whole, whatever their priority. Nothing is judged where a profile is for shared machines.
 */
const STRICT = { others: 0.2, steal: 0.05, pressure: 0.8, queue: 2 } as const;
const ANY = { others: 1, steal: 1, pressure: 1, queue: 1000 } as const;

const NAMES = {
  others: ['CPU of other processes', 'share'],
  pressure: ['time in which a task waited for a CPU', 'share'],
  queue: ['tasks that run or could', 'a core'],
} as const satisfies Record<keyof MachineLoad, readonly [string, ValidityFact['unit']]>;

/** The limits of a profile. */
const limitsOf = (rules: Profile['validity']): Record<keyof typeof STRICT, number> => {
  const usual = rules.throttled ? ANY : STRICT;
  const { others = usual.others, steal = usual.steal } = rules;
  const { pressure = usual.pressure, queue = usual.queue } = rules;
  return { others, steal, pressure, queue };
};

/** Whether a profile judges what others do beside the measurement. */
export const isQuietWanted = (rules: Profile['validity']): boolean => {
  const { others, pressure, queue } = limitsOf(rules);
  return others < ANY.others || pressure < ANY.pressure || queue < ANY.queue;
};

/** The rules of the whole machine: what others did beside the measurement. Null: this platform does not tell. */
export const machineFacts = (
  { health, rest, isLocal }: MachineEvidence,
  rules: Profile['validity'],
): readonly ValidityFact[] => {
  const limits = limitsOf(rules);
  const facts = (Object.keys(NAMES) as (keyof MachineLoad)[]).map((key): ValidityFact => {
    const [name, unit] = NAMES[key];
    const limit = limits[key];
    const during = health[key];
    // Under load the service itself may have used it; what others use they used before, too.
    const isApart = !isLocal || during === null || during <= limit;
    const value = isApart ? during : (rest?.[key] ?? null);
    return {
      name: isApart ? name : `${name}, before the load`,
      value,
      limit,
      unit,
      ok: value === null || value <= limit,
    };
  });
  const { steal } = health;
  const ok = steal === null || steal <= limits.steal;
  return [
    ...facts,
    {
      name: 'CPU taken by other virtual machines',
      value: steal,
      limit: limits.steal,
      unit: 'share',
      ok,
    },
  ];
};

/** One rule that a measurement has to keep to say something about the service. */
export interface ValidityFact {
  readonly name: string;
  /** Null: this platform does not tell; the rule then holds, and says so. */
  readonly value: number | null;
  /** The value may be so much at most; with `least`, at least. */
  readonly limit: number;
  readonly least?: true;
  readonly unit: 'share' | 'ms' | 'times' | 'cores' | 'requests' | 'a second' | 'a core';
  readonly ok: boolean;
}

/** What the rules are applied to. */
export interface ValidityEvidence {
  readonly measured: Measured;
  readonly health: Health;
  /** How busy the machine was before the load, and whether the service is on it, too. */
  readonly machine?: Omit<MachineEvidence, 'health'> | undefined;
  readonly calibration: Calibration | undefined;
  readonly limits: readonly Limit[];
  readonly rules: Profile['validity'];
  /** Requests a second that the target allows; undefined: any. */
  readonly allowed: number | undefined;
}

/** Whether a service at its limit breaks the rule, too; the others are the generator's own. */
export const isOfTheService = ({ name }: ValidityFact): boolean =>
  /: (starts dropped|rate off|price requests)$/.test(name);

const atMost = (
  name: string,
  value: number | null,
  limit: number,
  unit: ValidityFact['unit'],
): ValidityFact => ({ name, value, limit, unit, ok: value === null || value <= limit });

const LEAST_CORES = 2;

/** TCP segments that one busy moment of a shared machine sends again; so few are no share of a short run. */
const FEW_RESENT = 10;

const resentAtMost = ({ segments }: Health, share: number): number =>
  segments ? Math.min(1, Math.max(share, FEW_RESENT / segments)) : share;

const seriesFacts = (line: string, series: Series, rules: Profile['validity']): ValidityFact[] => {
  const { planned, dropped, requests } = series;
  const sent = requests + dropped;
  return [
    {
      name: `${line}: price requests`,
      value: requests,
      limit: 1,
      least: true,
      unit: 'requests',
      ok: requests >= 1,
    },
    atMost(
      `${line}: starts dropped`,
      planned === 0 ? 0 : dropped / planned,
      rules.dropped,
      'share',
    ),
    atMost(
      `${line}: rate off`,
      // What was dropped has a rule of its own; one start more or less is the plateau's edge.
      planned === 0 ? 0 : Math.max(0, Math.abs(sent - planned) - 1) / planned,
      rules.rate,
      'share',
    ),
  ];
};

/** The generator's part, measured against the tightest latency limit. */
const shareFact = ({ calibration, limits, rules }: ValidityEvidence): ValidityFact[] => {
  if (!calibration) return [];
  const all = limits.flatMap(latencyLimitsOf).filter(([percentile]) => percentile < 100);
  const tail = all.filter(([percentile]) => percentile >= 99);
  const [name, values] = tail.length > 0 ? (['p99', tail] as const) : (['p95', all] as const);
  if (values.length === 0) return [];
  const share = name === 'p99' ? calibration.shareOfP99 : calibration.shareOfP95;
  return [
    atMost(
      `the generator's own part of the ${name}`,
      share,
      Math.min(...values.map(([, most]) => most)) * rules.share,
      'ms',
    ),
  ];
};

/** Every rule, kept or broken. */
export const validityFacts = (evidence: ValidityEvidence): readonly ValidityFact[] => {
  const { measured, health, rules, allowed, machine } = evidence;
  return [
    ...Object.entries(measured.lines).flatMap(([line, series]) => seriesFacts(line, series, rules)),
    atMost('schedule lag, p99', measured.lag, rules.lag, 'ms'),
    {
      name: 'cores of the generator',
      value: health.cores,
      limit: LEAST_CORES,
      least: true,
      unit: 'cores',
      ok: health.cores === null || health.cores >= LEAST_CORES,
    },
    atMost('CPU of the generator', health.cpu, rules.cpu, 'share'),
    ...(rules.throttled ? [] : [atMost('CPU throttled', health.throttled, 0, 'times')]),
    atMost('memory of the generator', health.memory, rules.memory, 'share'),
    atMost(
      'TCP segments sent again',
      health.retransmits,
      resentAtMost(health, rules.retransmits),
      'share',
    ),
    ...machineFacts({ health, ...(machine ?? { rest: null, isLocal: false }) }, rules),
    ...shareFact(evidence),
    ...(allowed === undefined
      ? []
      : [
          atMost(
            "requests against the target's own limit",
            measured.requestRate,
            allowed,
            'a second',
          ),
        ]),
  ];
};
