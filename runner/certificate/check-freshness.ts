import { InvalidArgumentError } from 'commander';
import { CLOCK_TOLERANCE, issuedAt } from '../../store/certificate/challenge.ts';
import type { Predicate } from '../../store/certificate/predicate.ts';
import { Refused } from '../../store/certificate/refused.ts';

/** By what the freshness of a certificate is judged. */
export interface Freshness {
  /** The challenge that the recipient issued. */
  readonly challenge?: string;
  /** Milliseconds; at most so old may the run be. */
  readonly maxAge?: number;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** Parses an age such as 7d, 12h or 30m; milliseconds. Throws InvalidArgumentError. */
export const parseAge = (value: string): number => {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([dhm])$/.exec(value) ?? [];
  const age = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!Number.isNaN(age)) return age;
  throw new InvalidArgumentError(
    'Wanted an age in days, hours or minutes, such as 7d, 12h or 30m.',
  );
};

/** Such as `7d 1h`; what is shorter than a minute is `0m`. */
const inWords = (milliseconds: number): string => {
  let rest = Math.max(0, milliseconds);
  const parts = Object.entries(UNITS).flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.length === 0 ? '0m' : parts.slice(0, 2).join(' ');
};

type Run = Pick<Predicate, 'plan' | 'startedAt'>;

const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

const checkChallenge = ({ plan: { challenge } }: Run, wanted: string): void => {
  if (challenge === wanted) return;
  throw new Refused(
    challenge === undefined
      ? `it answers no challenge, and ${wanted} was to be answered: certify --challenge answers one`
      : `it answers the challenge ${challenge}, and not ${wanted}`,
  );
};

/** Refuses a run that says it began before the challenge that it answers was issued, or later than now. */
const checkMoments = ({ plan: { challenge }, startedAt }: Run, now: number): void => {
  const began = Date.parse(startedAt);
  const issued = challenge === undefined ? undefined : issuedAt(challenge);
  if (issued !== undefined && began < issued - CLOCK_TOLERANCE)
    throw new Refused(
      `its run began on ${moment(began)}, before its challenge was issued on ${moment(issued)}`,
    );
  if (began > now + CLOCK_TOLERANCE)
    throw new Refused(`its run began on ${moment(began)}, and now is ${moment(now)}`);
};

const checkAge = ({ startedAt }: Run, maxAge: number, now: number): void => {
  const age = now - Date.parse(startedAt);
  if (age <= maxAge) return;
  throw new Refused(
    `its run began ${inWords(age)} ago, on ${startedAt.slice(0, 16)}Z, and at most ${inWords(maxAge)} are wanted (--max-age)`,
  );
};

const challengeLine = ({ plan: { challenge } }: Run, wanted: string | undefined): string => {
  if (challenge === undefined)
    return 'challenge  no challenge: when the run was made, only its signer says';
  const issued = issuedAt(challenge);
  const after = issued === undefined ? 'it was issued' : moment(issued);
  return wanted === undefined
    ? `challenge  ${challenge}; whether it is yours, --challenge tells`
    : `challenge  yours, and the data derive from it: the run was made after ${after}`;
};

/**
 * The lines about how fresh a certificate is. A challenge that only its recipient knew proves that the run was made after it was
 * issued; every other moment is what the signer says. Throws Refused.
 */
export const checkFreshness = (
  run: Run,
  { challenge, maxAge }: Freshness,
  now: number,
): readonly string[] => {
  if (challenge !== undefined) checkChallenge(run, challenge);
  checkMoments(run, now);
  if (maxAge !== undefined) checkAge(run, maxAge, now);
  return [
    challengeLine(run, challenge),
    ...(maxAge === undefined
      ? []
      : [`age        ${inWords(now - Date.parse(run.startedAt))}, as the signer says`]),
  ];
};
