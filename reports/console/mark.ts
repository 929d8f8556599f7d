import type { Verdict } from '../../oracles/finding.ts';
import type { Style } from './paint.ts';

/** One sign and one colour a verdict, alike in all that is printed. */
export const MARKS: Readonly<Record<Verdict, { sign: string; style: Style }>> = {
  'not-applicable': { sign: '–', style: 'gray' },
  observed: { sign: '○', style: 'gray' },
  pass: { sign: '✓', style: 'green' },
  inconclusive: { sign: '?', style: 'yellow' },
  waived: { sign: '~', style: 'yellow' },
  fail: { sign: '✗', style: 'red' },
  error: { sign: '!', style: 'magenta' },
};
