import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { isSentToCanonicalCountry } from './canonical-country.ts';

const sentOn = (path: string, location: string | undefined, status = 308): boolean =>
  isSentToCanonicalCountry({
    request: { method: 'PUT', url: `https://staging.example/api${path}`, headers: {} },
    response: { status, headers: location === undefined ? {} : { location } },
  } as unknown as Exchange);

const TRAVEL = '/be/lifestyle/travel/drafts/7';
const CANONICAL = '/BE/lifestyle/travel/drafts/7';

test.each([
  `/api${CANONICAL}`,
  `https://staging.example/api${CANONICAL}?api_key=1`,
  '../../../../BE/lifestyle/travel/drafts/7',
])('be is redirected to BE: %s', (location) => {
  expect(sentOn(TRAVEL, location)).toBe(true);
  expect(sentOn('/bE/lifestyle/travel/drafts/7?a=b', location, 301)).toBe(true);
});

test.each([
  ['the spelling is the canonical one', CANONICAL, CANONICAL, 308],
  ['it leads to another draft', TRAVEL, '/BE/lifestyle/travel/drafts/8', 308],
  ['it leads to the same spelling', TRAVEL, TRAVEL, 308],
  ['it is no redirection', TRAVEL, CANONICAL, 201],
  ['it has no Location', TRAVEL, undefined, 308],
  ['the country is another one', '/fr/lifestyle/travel/drafts/7', CANONICAL, 308],
] as const)('is not redirected if %s', (_, path, location, status) => {
  expect(sentOn(path, location, status)).toBe(false);
});
