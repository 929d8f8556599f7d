import { hash, randomBytes } from 'node:crypto';

/** Nonce of a recipient: letters, digits and hyphens, starting with a letter or a digit, so that no shell changes it. */
export const CHALLENGE_FORM = /^[A-Za-z\d][A-Za-z\d-]{15,127}$/;
const DATED = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/;

/** Tolerated clock difference in milliseconds. */
export const CLOCK_TOLERANCE = 5 * 60_000;

/** Creates a challenge with its time of issue, such as `20261125T202414Z-9f…`: 128 random bits. */
export const newChallenge = (now: Date): string => {
  const moment = now.toISOString().replace(/\.\d+/, '').replaceAll(/[:-]/g, '');
  return `${moment}-${randomBytes(16).toString('hex')}`;
};

/** Time of issue of a challenge from `newChallenge`; undefined for another format, NaN for an invalid date. */
export const issuedAt = (challenge: string): number | undefined => {
  const [, year, month, day, hour, minute, second] = DATED.exec(challenge) ?? [];
  if (year === undefined) return undefined;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text ? moment.getTime() : NaN;
};

/** Problem with the format of a challenge, in one line; undefined if it is valid. */
export const challengeProblem = (challenge: string): string | undefined => {
  if (Number.isNaN(issuedAt(challenge)))
    return `it begins with a time that does not exist: ${challenge.slice(0, 16)}`;
  if (CHALLENGE_FORM.test(challenge)) return undefined;
  const { length } = challenge;
  if (length < 16 || length > 128) return `it has ${length} characters; 16 to 128 are required`;
  return 'only letters, digits and hyphens are allowed, and a letter or digit first';
};

/** Seed of the run that answers a challenge: the first 31 bits of SHA-256 of `assay-challenge:` and the nonce. */
export const seedOfChallenge = (challenge: string): number =>
  Number.parseInt(hash('sha256', `assay-challenge:${challenge}`, 'hex').slice(0, 8), 16) >>> 1;
