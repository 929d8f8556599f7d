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

/** A copy with some other values; both make the remaining values only when asked. */
export const withValues = <T extends object>(object: T, others: Partial<T>): T =>
  Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(object),
    ...Object.getOwnPropertyDescriptors(others),
  } as PropertyDescriptorMap) as T;
