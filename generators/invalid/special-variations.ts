import type { NodeSchema, ResourceRow } from '../../spec/resource-rows.ts';
import { valueAt } from '../pointer.ts';
import { type Variation, holding } from './variation.ts';

/** Texts that a field of this name may hold. */
const TEXTS: Readonly<Record<string, string>> = {
  country: 'BE',
  plate: '1-ABC-234',
  vin: 'WVWZZZ1KZAW123456',
};

const plainValue = (key: string, { properties, required, type }: NodeSchema): unknown => {
  if (type === 'string') return TEXTS[key] ?? 'plain';
  if (type === 'boolean') return true;
  if (type === 'integer') return 1;
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([name]) => required?.includes(name))
      .map(([name, schema]) => [name, plainValue(name, schema)]),
  );
};

/** Every choice of two keys or more, in the order of the keys. */
const combinations = (keys: readonly string[]): string[][] =>
  keys
    .reduce<string[][]>((chosen, key) => [...chosen, ...chosen.map((each) => [...each, key])], [[]])
    .filter(({ length }) => length > 1);

const together = ({ name, pointer, schema }: ResourceRow, keys: readonly string[]): Variation => ({
  variant: keys.join('+'),
  kind: 'two-identifications',
  what: `${name} has ${keys.join(' and ')}`,
  suits: (valid) => keys.some((key) => valueAt(valid, `${pointer}/${key}`) !== undefined),
  spoil: (current) => ({
    ...Object.fromEntries(
      keys.map((key) => [key, plainValue(key, schema.properties?.[key] as NodeSchema)]),
    ),
    ...(current as object),
  }),
});

/** What a row says beyond type, values and form: a value that it excludes (C4), or one property at most (V12). */
export function specialVariations(row: ResourceRow): Variation[] {
  const { name, schema } = row;
  return schema.not
    ? [holding(name, 'zero-denominator', schema.not.const)]
    : combinations(Object.keys(schema.properties ?? {})).map((keys) => together(row, keys));
}
