import type { CellVerdict, Finding } from '../oracles/finding.ts';
import type { Exchange } from '../spec/exchange.ts';

/** An exchange and its role in a verdict. */
export interface ExchangePart {
  readonly title: string;
  readonly exchange: Exchange;
}

/** Exchanges before the decisive one that are shown. */
const MOST_BEFORE = 4;

const TITLES: Readonly<Record<Exchange['intent'], string>> = {
  faulty: 'faulty call',
  legal: 'legal call',
  open: 'call',
};

/** Findings that agree with the verdict, in chronological order. */
const agreeing = ({ verdict }: CellVerdict, findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((each) => each.verdict === (verdict === 'waived' ? 'fail' : verdict));

/**
 * Exchanges that show a verdict, by role: the decisive one, the control request without the fault, the repeat, and
 * those before. `findings` are those of the cell.
 */
export const exchangeParts = (
  verdict: CellVerdict,
  findings: readonly Finding[],
  byNumber: ReadonlyMap<number, Exchange>,
): readonly ExchangePart[] => {
  const numbers = [...verdict.exchanges];
  const decisive = numbers.pop();
  const same = agreeing(verdict, findings);
  const control = (
    same.find((each) => each.exchanges.at(-1) === decisive && each.twin !== undefined) ??
    same.find((each) => each.twin !== undefined)
  )?.twin;
  const second = same.map((each) => each.exchanges.at(-1)).find((n) => n !== decisive);
  const wanted: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, decisive],
    ['control request', control],
    ['repeat', second],
    ...numbers.slice(-MOST_BEFORE).map((n) => ['before it', n] as const),
  ];
  const seen = new Set<number>();
  return wanted.flatMap(([title, n]) => {
    const exchange = n === undefined || seen.has(n) ? undefined : byNumber.get(n);
    if (!exchange) return [];
    seen.add(exchange.n);
    return [{ title: title ?? TITLES[exchange.intent], exchange }];
  });
};
