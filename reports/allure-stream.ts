import { Stage, Status, type StepResult } from 'allure-js-commons';
import type { EnvironmentInfo, RuntimeMessage } from 'allure-js-commons/sdk';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { labelsOf, unique } from './allure-labels.ts';
import { errorDetails, isLeftOut, outcomeOf } from './allure-outcome.ts';
import { createAllureWriter } from './allure-writer.ts';

/** What the reporter is made with. */
export interface AllureStreamOptions {
  readonly resultsDir: string;
  /** Shown in the report beside the results, such as `{ Target: 'staging', Seed: '42' }`. */
  readonly environmentInfo?: EnvironmentInfo;
}

/** Marks the step that allure-vitest records for every `expect`; they would bury the steps of the suites. */
const MATCHER = '__allureVitestMatcher';

/** What allure-vitest's worker side leaves in a test's `meta`. */
interface AllureMeta {
  allureRuntimeMessages?: readonly RuntimeMessage[];
  allureGlobalRuntimeMessages?: readonly RuntimeMessage[];
}

const step = (name: string): StepResult => ({
  name,
  status: Status.PASSED,
  stage: Stage.FINISHED,
  statusDetails: {},
  steps: [],
  attachments: [],
  parameters: [],
});

/** Names of the groups around a test, outermost first. */
const groupsOf = (test: TestCase): string[] => {
  const names: string[] = [];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name);
  return names;
};

/**
 * A vitest reporter that writes each Allure result when its test ends, so that a killed run keeps them. The worker side
 * (steps, attachments, concurrency) is allure-vitest's; its own reporter would write everything after the run, and leave
 * out files that do not load, failed hooks, reasons of skips, later soft errors and tags.
 */
export class AllureStreamReporter implements Reporter {
  readonly #runtime: ReporterRuntime;
  readonly #workerSide: AllureVitestReporter;
  readonly #written = new Set<string>();
  /** Full names by the test's id, since tests may share theirs. */
  readonly #fullNames = new Map<string, string>();
  readonly #taken = new Map<string, number>();
  #root = '';
  #isFiltered = false;

  constructor({ resultsDir, environmentInfo = {} }: AllureStreamOptions) {
    this.#runtime = new ReporterRuntime({
      writer: createAllureWriter(resultsDir),
      environmentInfo,
    });
    this.#workerSide = new AllureVitestReporter({ resultsDir });
  }

  onInit(vitest: Vitest): void {
    this.#workerSide.onInit(vitest);
    this.#root = vitest.config.root;
    const { testNamePattern, tagsFilter = [] } = vitest.config;
    this.#isFiltered = testNamePattern !== undefined || tagsFilter.length > 0;
    this.#runtime.writeEnvironmentInfo();
  }

  onTestModuleCollected(module: TestModule): void {
    for (const test of module.children.allTests()) {
      const name = `${module.relativeModuleId}#${test.fullName}`;
      this.#fullNames.set(test.id, this.#distinct(`${test.project.name} ${name}`, name));
    }
  }

  onTestCaseResult(test: TestCase): void {
    this.#written.add(test.id);
    if (!(this.#isFiltered && isLeftOut(test))) this.#writeTest(test);
    // Attachments travel in `meta` as base64: nobody needs them twice.
    Reflect.deleteProperty(test.meta(), 'allureRuntimeMessages');
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) {
      this.#writeFault(`${suite.fullName}: a hook failed`, suite.module.relativeModuleId, error);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const { relativeModuleId } = module;
    for (const error of module.errors()) {
      this.#writeFault(
        `${relativeModuleId} does not load, or its hook failed`,
        relativeModuleId,
        error,
      );
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('pending')) {
        if (!this.#written.has(test.id)) this.#writeTest(test);
      }
    }
    for (const error of unhandled) this.#writeFault('an error that no test caught', 'run', error);
  }

  #writeTest(test: TestCase): void {
    const runtime = this.#runtime;
    const { relativeModuleId } = test.module;
    const { startTime = Date.now(), duration = 0 } = test.diagnostic() ?? {};
    const uuid = runtime.startTest({
      name: test.name,
      fullName: this.#fullNames.get(test.id) ?? test.fullName,
      titlePath: [...relativeModuleId.split('/'), ...groupsOf(test)],
      start: startTime,
    });
    this.#applyMessages(uuid, test);
    const { status, details } = outcomeOf(test, this.#root);
    runtime.updateTest(uuid, (result) => {
      result.status = status;
      result.stage = status === Status.SKIPPED ? Stage.PENDING : Stage.FINISHED;
      result.statusDetails = details;
      // Without it Allure takes the same test of two projects for a repetition.
      const project = test.project.name && { name: 'project', value: test.project.name };
      result.steps.push(
        ...test.annotations().map(({ type, message }) => step(`${type}: ${message}`)),
      );
      // A test that is retried says everything again.
      result.labels = unique([...result.labels, ...labelsOf(test)]);
      result.links = unique(result.links);
      result.parameters = unique([...result.parameters, ...(project ? [project] : [])]);
    });
    runtime.stopTest(uuid, { stop: startTime + duration });
    runtime.writeTest(uuid);
  }

  /** Two results of one full name would be folded into one, as a repetition. */
  #distinct(key: string, name: string): string {
    const count = (this.#taken.get(key) ?? 0) + 1;
    this.#taken.set(key, count);
    return count > 1 ? `${name} (${count})` : name;
  }

  #applyMessages(uuid: string, test: TestCase): void {
    const { allureRuntimeMessages = [], allureGlobalRuntimeMessages = [] } =
      test.meta() as AllureMeta;
    const messages = allureRuntimeMessages.filter((message) => !(MATCHER in message));
    this.#runtime.applyRuntimeMessages(uuid, messages);
    if (allureGlobalRuntimeMessages.length > 0) {
      this.#runtime.applyGlobalRuntimeMessages([...allureGlobalRuntimeMessages]);
    }
  }

  /** What has no test of its own would be absent from the report. */
  #writeFault(name: string, where: string, error: SerializedError): void {
    const now = Date.now();
    const uuid = this.#runtime.startTest({
      name,
      fullName: this.#distinct(name, `${where}#${name}`),
      titlePath: [where],
      start: now,
      status: Status.BROKEN,
      stage: Stage.FINISHED,
      statusDetails: errorDetails(error, this.#root),
      labels: [
        { name: 'epic', value: 'Harness' },
        { name: 'feature', value: where },
        { name: 'severity', value: 'blocker' },
      ],
    });
    this.#runtime.stopTest(uuid, { stop: now });
    this.#runtime.writeTest(uuid);
  }
}
