import { inject } from 'vitest';
import { registerTests, readShownRun } from '../runner/allure/requirement-tests.ts';

// Registers the results of a finished run, for its Allure report.
const { run, commands } = inject('finishedRun');
registerTests({ finished: readShownRun(run), commands });
