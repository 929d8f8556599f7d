import type { HeaderMap } from '../../spec/exchange.ts';

/** Sets a header by its name, whatever that is: one called `__proto__` has to be there as any other. */
export const setHeader = <Value extends HeaderMap[string]>(
  headers: Record<string, Value>,
  name: string,
  value: Value,
): void => {
  if (name !== '__proto__') headers[name] = value;
  else
    Object.defineProperty(headers, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
};
