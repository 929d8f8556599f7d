import { withValue } from '../../generators/pointer.ts';
import type { RobustnessInput } from './robustness-input.ts';

/** A text that every draft has and that no list restricts. */
const PLACE = '/policyholder/address/street';

const text = (
  id: string,
  what: string,
  value: string | ((longest: number) => string),
  more: Partial<RobustnessInput> = {},
): RobustnessInput => ({
  id,
  what,
  rule: 'V17',
  on: 'write',
  place: PLACE,
  change: (legal, { draft, longest }) => ({
    ...legal,
    body: withValue(draft, PLACE, typeof value === 'string' ? value : value(longest)),
  }),
  ...more,
});

/** Characters and payloads in a free text. */
export const ODD_TEXTS: readonly RobustnessInput[] = [
  text(
    'unicode',
    'a text of characters beyond the basic plane, joined and right-to-left',
    '😀𠜎👩‍👩‍👧 e\u0301 שלום',
    {
      inGate: true,
    },
  ),
  text(
    'noncharacters',
    'a text of the last code points of its planes',
    '\uFFFF\u{1FFFE}\u{10FFFF}',
  ),
  text('controls', 'a text with control characters', 'a\u0001\u0008\u001B[31m\u007Fb'),
  text('nul', 'a text with the character U+0000', 'a\u0000b'),
  text(
    'direction',
    'a text with bidirectional overrides and zero-width characters',
    'a\u202Eb\u200Bc\uFEFFd',
  ),
  text('lone-surrogate', 'a text with half of a surrogate pair', 'a\uD83Db'),
  text(
    'long-text',
    'a text as long as half of the largest body',
    (longest) => 'x'.repeat(longest),
    {
      inGate: true,
    },
  ),
  text('sql', 'an SQL payload', `x'; DROP TABLE no_such_table; -- " OR 1=1`, { inGate: true }),
  text('html', 'an HTML payload', '"><script>alert(1)</script><img src=x onerror=alert(1)>'),
  text('template', 'template payloads', '{{191*7}} ${191*7} <%= 191*7 %> #{191*7}', {
    evaluated: '1337',
  }),
  text('path', 'a path out of its folder', '../../../../../../etc/hosts'),
];
