import { inject } from 'vitest';
import { registerTests } from '../runner/allure/requirement-tests.ts';
import { readShownRun } from '../runner/shown-run.ts';

// Registers the results of a finished run, for its Allure report.
const { run, commands } = inject('finishedRun');
registerTests({ finished: readShownRun(run), commands });
