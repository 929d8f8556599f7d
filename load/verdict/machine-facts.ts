import type { MachineLoad } from '../measuring/machine-load.ts';
import type { Health } from '../measuring/health.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ValidityFact } from './validity.ts';

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
