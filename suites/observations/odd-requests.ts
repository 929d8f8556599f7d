import type { Call } from '../../client/http/client.ts';
import type { RobustnessInput } from './robustness-input.ts';

const LONG_ID = 1000;
const LONG_HEADER = 8000;

const read = (
  id: string,
  what: string,
  change: Partial<Call>,
  more: Partial<RobustnessInput> = {},
): RobustnessInput => ({
  id,
  what,
  rule: 'S8',
  on: 'read',
  change: (legal) => ({ ...legal, ...change }),
  ...more,
});

const draftId = (id: string, what: string, value: string): RobustnessInput =>
  read(id, what, { params: { draftId: value } }, { rule: 'S11' });

/** Requests whose body is not the odd part. */
export const ODD_REQUESTS: readonly RobustnessInput[] = [
  read(
    'header-names',
    'header names in upper case',
    { headerNames: 'upper' },
    {
      rule: 'W1',
      inGate: true,
    },
  ),
  read('long-header', `a header of ${LONG_HEADER} characters`, {
    headers: { 'x-long': 'x'.repeat(LONG_HEADER) },
  }),
  read('accept-html', 'Accept: text/html', { headers: { accept: 'text/html' } }),
  draftId('long-id', `a draftId of ${LONG_ID} characters`, 'x'.repeat(LONG_ID)),
  draftId('unicode-id', 'a draftId beyond the basic plane', '😀'),
  draftId('nul-id', 'a draftId with the character U+0000', 'a\u0000b'),
  draftId('sql-id', 'an SQL payload as draftId', `x' OR '1'='1`),
  draftId('path-id', 'a path out of its folder as draftId', '../../../../etc/hosts'),
];
