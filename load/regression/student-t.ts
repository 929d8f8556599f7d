import { gammaln, tTestTwoSample } from 'simple-statistics';

const STEPS = 300;
const PRECISE = 1e-14;
const TINY = 1e-300;

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The continued fraction of the incomplete beta function, by Lentz's method. */
const fraction = (x: number, a: number, b: number): number => {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < PRECISE) break;
  }
  return result;
};

/** The regularised incomplete beta function, for x from 0 to 1. */
const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(x, a, b)) / a
    : 1 - (front * fraction(1 - x, b, a)) / b;
};

/** Two-sided p-value of a t with these degrees of freedom. */
export const twoSidedP = (t: number, freedom: number): number =>
  incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);

/** P-value of Student's t-test for two samples of two values or more, with equal variance. */
export const differencePValue = (one: readonly number[], other: readonly number[]): number => {
  const t = tTestTwoSample([...one], [...other]);
  if (typeof t !== 'number' || Number.isNaN(t)) return 1;
  return Number.isFinite(t) ? twoSidedP(t, one.length + other.length - 2) : 0;
};

/** Critical t for a two-sided p-value (0 to 1, both excluded) and these degrees of freedom. */
export const twoSidedT = (chance: number, freedom: number): number => {
  let [least, most] = [0, 1];
  while (twoSidedP(most, freedom) > chance) most *= 2;
  for (let step = 0; step < STEPS && most - least > most * PRECISE; step += 1) {
    const middle = (least + most) / 2;
    if (twoSidedP(middle, freedom) > chance) least = middle;
    else most = middle;
  }
  return most;
};
