import { Status, type StatusDetails } from 'allure-js-commons';
import { getMessageAndTraceFromError } from 'allure-js-commons/sdk';
import type { SerializedError, TestCase } from 'vitest/node';

/** How a test ended, in Allure's words. */
export interface AllureOutcome {
  readonly status: Status;
  readonly details: StatusDetails & { readonly flaky?: boolean };
}

const NOISE =
  /node_modules[\\/](?:allure-|vite|@vitest)|node:internal|at new Promise \(<anonymous>\)/;

/** The stack as far as it is ours, paths relative to the project. */
const shortTrace = (trace: string, root: string): string =>
  trace
    .split('\n')
    .filter((line) => !NOISE.test(line))
    .join('\n')
    .replaceAll(`${root}/`, '');

/** Message, trace, and what was expected and came, of one error. */
export const errorDetails = (error: SerializedError, root: string): StatusDetails => {
  const { message, trace, ...values } = getMessageAndTraceFromError(error);
  return {
    ...values,
    message: (message ?? 'an error without a message').replaceAll(`${root}/`, ''),
    ...(trace === undefined ? {} : { trace: shortTrace(trace, root) }),
  };
};

const isVerdict = ({ name }: SerializedError): boolean => name === 'AssertionError';

/** A verdict on the service is an AssertionError; any other error is a fault of the harness, and outweighs it. */
const failure = (errors: readonly SerializedError[], root: string): AllureOutcome => {
  const fault = errors.find((error) => !isVerdict(error));
  const [first = { message: 'failed without an error' }] = errors;
  const details = errorDetails(fault ?? first, root);
  const messages = errors.map(({ message }, at) => `${at + 1}. ${message}`).join('\n');
  return {
    status: fault ? Status.BROKEN : Status.FAILED,
    details: errors.length > 1 ? { ...details, message: messages } : details,
  };
};

const hasFailedHook = (test: TestCase): boolean => {
  for (let at: TestCase['parent'] = test.parent; ; at = at.parent) {
    if (at.errors().length > 0) return true;
    if (at.type === 'module') return false;
  }
};

const skipReason = (test: TestCase, note: string | undefined): string => {
  if (note !== undefined) return note;
  if (test.options.mode === 'todo') return 'not run: to be written';
  if (hasFailedHook(test)) return 'not run: a hook of its group failed';
  return 'not run: skipped in its source';
};

/** True of a test that was not run though neither its source nor a failed hook says why: a filter left it out. */
export const isLeftOut = (test: TestCase): boolean => {
  const result = test.result();
  return (
    result.state === 'skipped' &&
    result.note === undefined &&
    test.options.mode !== 'todo' &&
    !hasFailedHook(test)
  );
};

/** AssertionError: failed. Any other error: broken. `ctx.skip(reason)`: skipped, with its reason. */
export const outcomeOf = (test: TestCase, root: string): AllureOutcome => {
  const result = test.result();
  if (result.state === 'failed') return failure(result.errors, root);
  if (result.state === 'skipped') {
    return { status: Status.SKIPPED, details: { message: skipReason(test, result.note) } };
  }
  if (result.state === 'pending') {
    return { status: Status.BROKEN, details: { message: 'the run ended before this test did' } };
  }
  return { status: Status.PASSED, details: test.diagnostic()?.flaky ? { flaky: true } : {} };
};
