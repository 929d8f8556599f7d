import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { isNotServed } from '../../spec/transport-statuses.ts';
import { isAcceptedStatus } from '../answers/answer-form.ts';
import { type FirstCause, isOpen, joinWords, type Judged } from './first-cause.ts';

const lineOf = ({ operation: on }: Exchange): Line | undefined => on && operation(on).line;

/** Statuses of the legal calls of a line, if it serves none of its paths; empty if it serves one. */
const statusesOf = (own: readonly Exchange[]): readonly number[] => {
  const statuses = new Set(own.flatMap(({ response }) => response?.status ?? []));
  const legal = new Set(
    own.flatMap(({ intent, response }) => (intent === 'legal' ? (response?.status ?? []) : [])),
  );
  const isServed = [...statuses].some(isAcceptedStatus) || ![...legal].every(isNotServed);
  return isServed ? [] : [...legal];
};

/** Lines of which no path is served, while another line is: probably they are not built yet. */
export const unservedLines = ({ verdicts, exchanges, target }: Judged): readonly FirstCause[] => {
  const byLine = Map.groupBy(exchanges, lineOf);
  const unserved = LINES.filter((line) => statusesOf(byLine.get(line) ?? []).length > 0);
  const served = LINES.filter((line) => byLine.has(line) && !unserved.includes(line));
  if (served.length === 0) return [];
  const without = `lines: [${served.join(', ')}] in the target, or --line ${served.join(',')}`;
  return unserved.flatMap((line): readonly FirstCause[] => {
    const own = byLine.get(line) ?? [];
    const isAtSameAddress = line === 'gap' && target.gap_base_url === target.base_url;
    const moved = isAtSameAddress ? ' If it has an address of its own, set gap_base_url.' : '';
    const first = own.find(({ intent }) => intent === 'legal');
    return [
      {
        sentence: `${LINE_TITLES[line]} is not served (${joinWords(statusesOf(own).map(String))} for every path). Not built yet? Leave it out: ${without}.${moved}`,
        ...(first ? { exchange: first.n } : {}),
        cells: verdicts
          .filter((each) => isOpen(each) && each.line === line)
          .map(({ cell }) => cell),
      },
    ];
  });
};
