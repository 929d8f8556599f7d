import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '../oracles/facts.ts';
import { judgeExchange } from '../oracles/answers/judge-exchange.ts';
import { readJsonLines } from '../store/json-lines.ts';
import type { Exchange } from '../spec/exchange.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { type AnsweredExchange, answerMutants, type AnswerMutant } from './answer-mutants.ts';
import { fieldMutants } from './field-mutants.ts';
import type { Worker } from './worker.ts';

/** Judgements of the oracles on mutated answers. */
export interface MutationScore {
  readonly mutants: number;
  /** Number of mutants that break something, and of those that failed by that requirement alone. */
  readonly broken: number;
  readonly killed: number;
  /** Errors, one line each: missed, misnamed or wrongly failed mutants. */
  readonly wrong: readonly string[];
  /** Judging time in milliseconds. */
  readonly milliseconds: number;
}

/** Facts about the plain service that the universal oracles need. */
const PLAIN: Facts = {
  identities: { owner: { auth: { scheme: 'bearer' } }, other: {}, withoutRights: {} },
  decisions: {
    lastModified: true,
    downloadReady: true,
    readBackDelay: 0,
    paymentStatusExists: true,
  },
  features: { landlordLeads: true },
  sideEffects: { leads: 'allow', contracts: 'allow' },
};

/** Mutated answers per operation. */
const PER_OPERATION = 4;
/** Arguments of a gate that calls each operation legally at least this often: extra drafts, and few requirements. */
const RECORDED: readonly string[] = [
  'gate',
  '--dialect',
  'plain',
  '--no-allure',
  '--no-page',
  '--requirement',
  'STATUS-01',
  '--runs',
  String(PER_OPERATION + 1),
];
/** Time limit of the recording in milliseconds. */
const LONGEST = 600_000;

/** Records legal calls of every operation, with their answers, in a gate on the plain service. */
const recordAnswers = async (
  worker: Worker,
  root: string,
  seed: number,
): Promise<readonly AnsweredExchange[]> => {
  const out = mkdtempSync(join(root, 'mutations-'));
  try {
    const { printed } = await worker.run(
      [...RECORDED, '--seed', String(seed), '--out', out],
      LONGEST,
    );
    const run = readdirSync(out).find((each) => each !== 'latest');
    if (run === undefined) throw new Error(`no run to take answers from:\n${printed}`);
    const { items } = readJsonLines<Exchange>(join(out, run, 'exchanges.jsonl'));
    const legal = items.filter(
      (each): each is AnsweredExchange =>
        each.intent === 'legal' &&
        each.operation !== undefined &&
        (each.response?.status ?? 500) < 400,
    );
    const byOperation = Map.groupBy(legal, (each) => each.operation);
    return OPERATIONS.flatMap(({ id }) => {
      const own = byOperation.get(id) ?? [];
      if (own.length < PER_OPERATION)
        throw new Error(
          `expected ${PER_OPERATION} answers of ${id}, got ${own.length}:\n${printed}`,
        );
      return own.slice(0, PER_OPERATION);
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

/** Error in the judgement of a mutated answer; undefined if it is correct. */
const misjudged = ({ name, exchange, breaks }: AnswerMutant): string | undefined => {
  const failed = [
    ...new Set(
      judgeExchange(exchange, PLAIN)
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ requirement }) => requirement as string),
    ),
  ];
  if (breaks === undefined) {
    return failed.length === 0
      ? undefined
      : `${name} of ${exchange.operation}: nothing is wrong, but ${failed.join(', ')} failed`;
  }
  if (failed.length === 1 && failed[0] === breaks) return undefined;
  return `${name} of ${exchange.operation}: ${breaks} should have failed, not ${failed.join(', ') || 'nothing'}`;
};

/** Mutates recorded answers of the plain service, one change at a time, and judges them offline with the universal oracles. */
export const mutationExam = async (
  worker: Worker,
  root: string,
  seed: number,
): Promise<MutationScore> => {
  const answers = await recordAnswers(worker, root, seed);
  const start = performance.now();
  const mutants = answers.flatMap((each) => [...answerMutants(each), ...fieldMutants(each)]);
  const judged = mutants.map((each) => ({ each, problem: misjudged(each) }));
  const broken = judged.filter(({ each }) => each.breaks !== undefined);
  return {
    mutants: mutants.length,
    broken: broken.length,
    killed: broken.filter(({ problem }) => problem === undefined).length,
    wrong: judged.flatMap(({ problem }) => problem ?? []),
    milliseconds: performance.now() - start,
  };
};
