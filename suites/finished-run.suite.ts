import { inject } from 'vitest';
import { registerTests, readShownRun } from '../runner/allure/requirement-tests.ts';

// Shows a run that has ended, for its Allure results.
const { run, commands } = inject('finishedRun');
registerTests({ finished: readShownRun(run), commands });
