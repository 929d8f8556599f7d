import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pathBelow } from '../../client/paths.ts';

/** Slowest test files, slowest first: whole exams, and files that start many processes. */
const LONGEST: readonly string[] = [
  'tools/packing/package.test.ts',
  'exam/exam.test.ts',
  'tools/docs/documented-commands.test.ts',
  'load/run-load.test.ts',
  'exam/source/exam-source.test.ts',
  'runner/certificate/canaries.test.ts',
  'load/load-stops.test.ts',
  'cli/commands/load-against.test.ts',
  'cli/endings/kills.test.ts',
  'cli/commands/nightly-run.test.ts',
  'suites/other-client.test.ts',
  'exam/histories.test.ts',
  'tools/witness/ask-schemathesis.test.ts',
  'exam/conditions.test.ts',
  'suites/refused-value.test.ts',
  'runner/vitest.test.ts',
  'tools/docs/site-in-browser.test.ts',
  'runner/api.test.ts',
  'tools/action.test.ts',
  'cli/commands/send-load.test.ts',
  'runner/past-runs.test.ts',
  'suites/observations.test.ts',
  'cli/commands/gate.test.ts',
  'runner/certificate/declared-away.test.ts',
  'cli/endings/exit-guard.test.ts',
  'suites/hostile-service.test.ts',
  'cli/endings/endings.test.ts',
  'suites/every-decision.test.ts',
  'cli/commands/replay.test.ts',
  'tools/ci-recipes.test.ts',
];

/**
 * Starts with the slowest files, so that no worker is left with one at the end. The others follow in vitest's order,
 * which knows durations of earlier runs, and otherwise only file sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(pathBelow(this.ctx.config.root, moduleId) ?? '');
      return place === -1 ? LONGEST.length : place;
    };
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
