import type { Element } from 'hast';
import { type Child, h } from 'hastscript';
import { VERDICTS, type Verdict } from '../../oracles/finding.ts';
import { MARKS } from '../console/mark.ts';
import { printable } from '../../store/printable.ts';

/** What may stand in an element; texts are escaped. */
export type Content = Element | string | undefined | readonly Content[];

/** A part of the page. */
export type Part = Element;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element of the page; what a service sent has to go through `shown` first. */
export const element = (name: string, attributes: Attributes, ...content: Content[]): Part =>
  h(name, attributes, content as Child);

/** A text of a service: control and direction characters become visible, and it is cut after so many characters. */
export const shown = (text: string, most = 2000): string => {
  const kept = text.slice(0, most).split('\n').map(printable).join('\n');
  const more = text.length - most;
  return more <= 0 ? kept : `${kept}\n… ${more.toLocaleString('en-GB')} more characters`;
};

/** What every verdict is called. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  'not-applicable': 'not applicable',
  observed: 'observed',
  pass: 'passed',
  inconclusive: 'not judged',
  waived: 'waived',
  fail: 'failed',
  error: 'harness at fault',
};

/** From what a person has to look at first to what is of no concern. */
export const GRAVEST_FIRST: readonly Verdict[] = VERDICTS.toReversed();

/** The sign of a verdict, with its word for whoever does not see it. */
export const sign = (verdict: Verdict): Part =>
  element(
    'span',
    { class: `sign ${verdict}`, role: 'img', 'aria-label': VERDICT_WORDS[verdict] },
    MARKS[verdict].sign,
  );
