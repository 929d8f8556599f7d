import { inject } from 'vitest';
import { registerTests } from '../runner/allure/requirement-tests.ts';
import { readShownRun } from '../runner/allure/shown-run.ts';

// Shows a run that has ended, for its Allure results.
const { run, commands } = inject('finishedRun');
registerTests({ finished: readShownRun(run), commands });
