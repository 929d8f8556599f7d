import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Stage, Status, type Label, type TestResult } from 'allure-js-commons';
import { ReporterRuntime, FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { writeAtomically } from '../../store/atomic-write.ts';
import { inlineText } from '../../store/printable.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { milliseconds } from './load-table.ts';

/** Characters of a reason, which may quote a service. */
const LONGEST = 2000;

interface LoadCheck {
  readonly name: string;
  readonly feature: string;
  readonly status: Status;
  readonly message?: string;
  readonly requirement?: string;
  readonly steps: readonly string[];
}

const thresholdChecks = ({ thresholds }: LoadRecord): readonly LoadCheck[] =>
  thresholds.map(({ what, expression, ok, actual, open }) => ({
    name: `${what}: ${expression}`,
    feature: 'Limits',
    status: ok ? Status.PASSED : open ? Status.BROKEN : Status.FAILED,
    ...(!ok && { message: open?.text ?? `expected ${expression}, got ${actual ?? 'no sample'}` }),
    steps: [`measured ${actual ?? 'nothing'}`],
  }));

const againstChecks = ({ against }: LoadRecord): readonly LoadCheck[] =>
  (against?.ratios ?? []).map(({ line, percentile, verdict, sentence, said }) => ({
    name: `${line}, p${percentile}: no slower than the baseline`,
    feature: 'Against',
    status:
      ({ slower: Status.FAILED, undecided: Status.BROKEN } as const)[verdict as string] ??
      Status.PASSED,
    ...((verdict === 'slower' || verdict === 'undecided') && { message: sentence }),
    steps: [sentence, said],
  }));

const validityChecks = ({ validity }: LoadRecord): readonly LoadCheck[] =>
  validity.map(({ name, ok, shown, wanted }) => ({
    name,
    feature: 'Validity',
    status: ok ? Status.PASSED : Status.BROKEN,
    ...(!ok && { message: `${shown} (${wanted}): the measurement is invalid` }),
    steps: [`${shown}, ${wanted}`],
  }));

const correctnessChecks = ({ lines, wrong }: LoadRecord): readonly LoadCheck[] => [
  ...wrong.map(({ requirement, operation, count, wanted, got, exchanges }) => ({
    name: `${requirement} on ${operation}`,
    feature: 'Correctness',
    status: Status.FAILED,
    requirement,
    message: inlineText(`expected ${wanted}, got ${got}; ${count} times or more`, LONGEST),
    steps: exchanges.map((n) => `exchange ${n} of exchanges.jsonl`),
  })),
  ...lines
    .filter(({ line }) => !wrong.some(({ operation }) => operation.startsWith(`${line}.`)))
    .map(({ line, requests, judged }) => ({
      name: `${line}: correct under load`,
      feature: 'Correctness',
      status: judged > 0 ? Status.PASSED : Status.SKIPPED,
      steps: [`${requests} price requests checked, ${judged} judged in full`],
    })),
];

const verdictCheck = ({ verdict, reasons, exitCode, lines }: LoadRecord): LoadCheck => ({
  name: 'verdict',
  feature: 'Verdict',
  status: [Status.PASSED, Status.FAILED][exitCode] ?? Status.BROKEN,
  ...(exitCode !== 0 && {
    message: [verdict, ...reasons.map((each) => inlineText(each, LONGEST))].join('\n'),
  }),
  steps: lines.map(
    ({ line, requests, p50, p95 }) =>
      `${line}: ${requests} requests, p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
  ),
});

const labelsOf = ({ feature, requirement }: LoadCheck, profile: string): Label[] => [
  { name: 'framework', value: 'k6' },
  { name: 'layer', value: 'load' },
  { name: 'epic', value: 'Performance' },
  { name: 'feature', value: feature },
  { name: 'story', value: profile },
  ...(requirement === undefined ? [] : [{ name: 'requirement', value: requirement }]),
];

const write = (runtime: ReporterRuntime, check: LoadCheck, record: LoadRecord): void => {
  const [start, stop] = [Date.parse(record.startedAt), Date.parse(record.endedAt)];
  const profile = record.profile.name;
  const test = runtime.startTest({
    name: check.name,
    // Identifies results of several runs as one history.
    fullName: `load/${profile}#${check.feature}/${check.name}`,
    titlePath: ['load', profile],
    start,
    labels: labelsOf(check, profile),
  });
  for (const name of check.steps) {
    const step = runtime.startStep(test, null, { name, start, status: Status.PASSED });
    if (step) runtime.stopStep(step, { stop });
  }
  runtime.updateTest(test, (result: TestResult) => {
    result.stage = Stage.FINISHED;
    result.status = check.status;
    if (check.message !== undefined) result.statusDetails = { message: check.message };
  });
  runtime.stopTest(test, { stop });
  runtime.writeTest(test);
};

/** Metrics for Allure's metrics page and rules. */
const metricsOf = (record: LoadRecord) =>
  record.lines.flatMap(({ line, ...series }) =>
    (['requests', 'rate', 'p50', 'p95', 'p99', 'errors', 'wrong'] as const).flatMap((name) => {
      const value = series[name];
      return value === null ? [] : [{ key: `${line}.${name}`, value }];
    }),
  );

/** Writes a load run as Allure results: verdict, limits, validity, wrong answers and metrics. */
export const writeLoadAllure = (resultsDir: string, record: LoadRecord): void => {
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) });
  const checks = [
    verdictCheck(record),
    ...thresholdChecks(record),
    ...againstChecks(record),
    ...validityChecks(record),
    ...correctnessChecks(record),
  ];
  for (const check of checks) write(runtime, check, record);
  const [start, stop] = [Date.parse(record.startedAt), Date.parse(record.endedAt)];
  const about = { start, stop, group: 'load' };
  const metrics = metricsOf(record).map((metric) => ({ id: randomUUID(), ...metric, ...about }));
  writeAtomically(join(resultsDir, `${randomUUID()}-perf.json`), JSON.stringify(metrics));
};
