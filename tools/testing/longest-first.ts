import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, the longest first: those of whole exams, and of many commands that each are a process. */
const LONGEST: readonly string[] = [
  'cli/endings/endings.test.ts',
  'tools/packing/package.test.ts',
  'suites/hostile-service.test.ts',
  'tools/docs/documented-commands.test.ts',
  'exam/source/exam-source.test.ts',
  'exam/exam.test.ts',
  'load/run-load.test.ts',
  'suites/every-decision.test.ts',
  'cli/endings/earned-exit.test.ts',
  'cli/commands/load-against.test.ts',
  'suites/other-client.test.ts',
  'cli/commands/nightly-run.test.ts',
  'runner/certificate/canaries.test.ts',
  'tools/docs/certificate-page.test.ts',
  'suites/hostile-answers.test.ts',
  'cli/endings/kills.test.ts',
  'tools/ci-recipes.test.ts',
  'doctor/diagnosed-services.test.ts',
  'cli/commands/replay.test.ts',
  'cli/commands/send-load.test.ts',
  'runner/certificate/declared-away.test.ts',
  'tools/witness/mocks.test.ts',
  'load/load-stops.test.ts',
  'exam/histories.test.ts',
  'tools/action.test.ts',
];

/**
 * Begins with the files that take longest, so that no worker is left with one of them when all others are done. The rest comes in
 * the order of vitest, which knows how long files took where they ran before, and else only their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? LONGEST.length : place;
    };
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
