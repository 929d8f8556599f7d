/** How each value of an object is made. */
export type Makers<T extends object> = { readonly [K in keyof T]-?: () => T[K] };

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** An object whose values are made when they are first asked for, once each: most journeys need few of their data. */
export const lazily = <T extends object>(makers: Makers<T>): T => {
  const object = {};
  for (const key of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(object, key, {
      get: once(makers[key]),
      enumerable: true,
      configurable: true,
    });
  }
  return object as T;
};

/** How such values are written down: those of the object below as well. */
const WRITTEN: PropertyDescriptor = {
  value(this: Readonly<Record<string, unknown>>) {
    const all: Record<string, unknown> = {};
    for (const key in this) all[key] = this[key];
    return all;
  },
};

/**
 * The same values but for some; both make the remaining ones only when asked. Not to be spread or listed: its own keys are the
 * others' alone, since to copy a dozen makers for each of thousands of drafts takes a hundredth of a run.
 */
export const withValues = <T extends object>(object: T, others: Partial<T>): T =>
  Object.create(object, {
    ...Object.getOwnPropertyDescriptors(others),
    toJSON: WRITTEN,
  }) as T;
