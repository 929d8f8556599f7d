import { expect, test } from 'vitest';
import { setHeader } from './header-map.ts';

test.each(['server', '__proto__', 'constructor'])(
  'a header called %s is there as it came',
  (name) => {
    const headers: Record<string, readonly string[]> = {};

    setHeader(headers, name, ['a', 'b']);

    expect(JSON.stringify(headers)).toBe(`{"${name}":["a","b"]}`);
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  },
);
