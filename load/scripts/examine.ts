import { Counter } from 'k6/metrics';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { METRICS } from '../measures.ts';
import type { Told } from '../plan.ts';
import { log } from './log.ts';
import { judge } from './oracles.ts';
import { plan } from './read-plan.ts';

const judged = new Counter(METRICS.judged);
const wrong = new Counter(METRICS.wrong);

/** How often one virtual user tells of the same thing. */
const TOLD = 3;
const told: Record<string, number> = {};

/** Tells the process that started k6, through the log; the same thing a few times only. */
export const tell = (what: Told, key: string): void => {
  const times = (told[key] ?? 0) + 1;
  told[key] = times;
  if (times <= TOLD) log(what);
};

const worst = (judgements: readonly Judgement[]): readonly Judgement[] => {
  const fails = judgements.filter(({ verdict }) => verdict === 'fail');
  return fails.length > 0 ? fails : judgements.filter(({ verdict }) => verdict === 'inconclusive');
};

/**
 * Judges an exchange with the suites' own oracles, counts it, and tells what they object to. Where this virtual user has no
 * oracles it is handed on, `some`: a few of each kind. True where nothing is known to be wrong.
 */
export const examine = (exchange: Exchange, step: number, handOn: 'all' | 'some'): boolean => {
  if (judge === undefined) {
    const what: Told = { assay: 'unjudged', exchange, step };
    if (handOn === 'all') log(what);
    else tell(what, `${exchange.operation} ${exchange.response?.status}`);
    return true;
  }
  const objections = worst(judge(exchange, plan.facts));
  judged.add(1);
  const [first] = objections;
  if (first === undefined) return true;
  if (first.verdict === 'fail') wrong.add(1);
  const key = objections
    .map((each) => `${each.requirement} ${each.where ?? ''} ${each.got}`)
    .join();
  tell(
    { assay: 'finding', judgements: objections, exchange, step },
    `${exchange.operation} ${key}`,
  );
  return first.verdict !== 'fail';
};
