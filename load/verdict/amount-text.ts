import type { ValidityFact } from './validity.ts';

/** A number with two digits that mean something, whole from 100. */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 99.5
    ? String(Math.round(value))
    : value.toPrecision(2);

/** A number beyond a limit, with as many digits as tell it from the limit. */
export const beyondText = (value: number, most: number): string => {
  const texts = [numberText(value), ...[3, 4, 5, 6, 7].map((digits) => value.toPrecision(digits))];
  const told = texts.find((text) => Number(text) > most);
  return told ?? (value > most ? String(value) : numberText(value));
};

/** `12 %`, `4.2 ms`; a unit that goes without saying is left out. */
export const amountText = (value: number | null, unit: ValidityFact['unit']): string => {
  if (value === null) return 'not known here';
  if (unit === 'share') return `${numberText(value * 100)} %`;
  return unit === 'cores' || unit === 'requests'
    ? numberText(value)
    : `${numberText(value)} ${unit}`;
};
