import { Session } from 'node:inspector/promises';
import type { Finding } from '../../oracles/finding.ts';
import { ANSWER_ORACLES, judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import { fileOfJudge, type Judge, judgeNamed, nameOfJudge } from '../../oracles/judges.ts';
import { isOfAll } from '../named-judges.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Run } from '../../suites/engine/run.ts';
import { conductWatched, type WatchedOrder } from '../watched-run.ts';

/**
 * Files that call judges on behalf of others, and the files with the definitions. A batch that several tests await has none of
 * them on its stack.
 */
const ON_BEHALF: Readonly<Record<string, string>> = {
  'suites/fields/batched-faults.ts': 'suites/fields/faulty-draft.ts',
  'suites/fields/batched-updates.ts': 'suites/fields/faulty-draft.ts',
  'suites/protocol/session.ts': 'suites/protocol/probes.ts',
  'suites/protocol/try-variant.ts': 'suites/protocol/legal-variants.ts',
};

/** The file of `suites/` that calls a judge, and those that await it. */
const filesOnStack = (stack = ''): readonly string[] => {
  const files = stack.match(/\bsuites\/[\w/-]+\.ts\b/g) ?? [];
  return [...new Set(files.map((file) => ON_BEHALF[file] ?? file))];
};

/** A finding on a requirement, and who made it; files are paths from the root of the program. */
export interface Decision {
  readonly requirement: RequirementId;
  readonly judge: Judge;
  /** The file of the judge; for `judgeExchange` also that of the oracle that it calls. */
  readonly judges: readonly string[];
  /** The file of `suites/` that called the judge, and those that awaited it. */
  readonly checks: readonly string[];
  readonly verdict: Finding['verdict'];
}

const filesOfJudge = (judge: Judge, id: RequirementId): readonly string[] => {
  const oracles = ANSWER_ORACLES.filter(({ about }) => about.includes(id)).map(({ file }) => file);
  return [...(judge === judgeExchange ? oracles : []), fileOfJudge(judge)].map(
    (place) => `oracles/${place}.ts`,
  );
};

const keyOf = ({ requirement, judge, checks, verdict }: Decision): string =>
  [requirement, nameOfJudge(judge), verdict, ...checks].join(' ');

/** Records the decisions of a run, each once, except those that only explain why nothing was judged. */
const recordDecisions =
  (decisions: Map<string, Decision>) =>
  (run: Run): Run => {
    const askedBy = new WeakMap<object, readonly string[]>();
    return {
      ...run,
      judge: (judge, ...given) => {
        const outcome = run.judge(judge, ...given);
        const [source] = [outcome ?? []].flat().flatMap(({ from }) => from ?? []);
        if (source) askedBy.set(source.evidence, filesOnStack(new Error().stack));
        return outcome;
      },
      write: (findings) => {
        for (const { requirement, from, verdict } of findings) {
          if (!from) continue;
          const judge = judgeNamed(from.evidence.judge);
          if (isOfAll(judge)) continue;
          const judges = filesOfJudge(judge, requirement);
          const checks = askedBy.get(from.evidence) ?? [];
          const decision = { requirement, judge, judges, checks, verdict };
          decisions.set(keyOf(decision), decision);
        }
        run.write(findings);
      },
    };
  };

/** Stack frames that are inspected: those of the engine lie between a judge and its check. */
const FRAMES = 100;

/** Noon of today in UTC: around midnight a run cannot judge the last legal start day (W3). */
const noonToday = (): Date => new Date(new Date().setUTCHours(12, 0, 0, 0));

/** The decisions of a run, each once. */
export const decisionsIn = async (order: WatchedOrder): Promise<readonly Decision[]> => {
  const decisions = new Map<string, Decision>();
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.stackTraceLimit = FRAMES;
  // Not with the lines of the sources, which Vitest looks up for each frame.
  Error.prepareStackTrace = (_error, frames) => frames.map((each) => each.getFileName()).join(' ');
  try {
    await conductWatched({ clock: noonToday(), ...order }, recordDecisions(decisions));
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
  return [...decisions.values()];
};

/** The files below a folder of the program of which functions run in this thread while `work` does. */
export const filesAtWork = async (
  folder: string,
  work: () => Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Set(
      result.flatMap(({ url, functions }) => {
        const [file] = new RegExp(`\\b${folder}/[\\w/-]+\\.ts$`).exec(url) ?? [];
        // A module that is loaded meanwhile runs as a function without a name.
        const isAtWork = functions.some(
          ({ functionName, ranges: [range] }) =>
            range !== undefined &&
            range.count > 0 &&
            (functionName !== '' || range.startOffset > 0),
        );
        return file !== undefined && isAtWork ? [file] : [];
      }),
    );
  } finally {
    session.disconnect();
  }
};
