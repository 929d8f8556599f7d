import { processEnvironment } from '../client/target.ts';
import { UsageError } from '../client/usage-error.ts';
import { EXIT } from '../oracles/exit-code.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { print } from '../cli/output/print.ts';
import {
  runSchemathesis,
  type Effort,
  findSchemathesis,
  SCHEMATHESIS,
} from './witness/ask-schemathesis.ts';
import {
  explains,
  type Explanation,
  readExplanations,
  type Violation,
} from './witness/violation.ts';
import { judgeMock, deviationsOf, MOCK_COMMAND, MOCKS } from './witness/mocks.ts';

// npm run witness: checks our document and the reference service with Schemathesis, and Assay with mocks that only
// look like a service. Every reported violation is explained in witness/explained.yaml, or is our fault.

/** Services with bearer tokens; other dialects differ in details that Schemathesis does not check. */
const SERVICES = ['plain', 'strict', 'lenient', 'ornate'];

const EFFORT: Effort = {
  examples: 10,
  phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
  seconds: 600,
};

const lineOf = ({ code, title, operation, message, answer }: Violation): string =>
  `✗ ${code} ${title}\n  ${operation}\n  ${message.split('\n').slice(0, 3).join(' ')}\n  ${answer.slice(0, 200)}`;

const witness = async (): Promise<boolean> => {
  const program = await findSchemathesis(processEnvironment());
  const explanations = readExplanations();
  const used = new Set<Explanation>();
  let left = 0;
  let untried = 0;
  for (const dialect of SERVICES) {
    const { violations, tried } = await runSchemathesis(program, dialect, EFFORT);
    const open = violations.filter((each) => {
      const explanation = explanations.find((one) => explains(one, each));
      if (explanation) used.add(explanation);
      return explanation === undefined;
    });
    left += open.length;
    untried += OPERATIONS.length - tried.size;
    for (const each of new Set(open.map(lineOf))) print(each);
    print(
      `${dialect}: ${tried.size} of ${OPERATIONS.length} operations tried, ${violations.length} reports of Schemathesis, ${open.length} not explained`,
    );
  }
  const idle = explanations.filter((each) => !used.has(each));
  for (const { code, reason } of idle) print(`✗ no longer explains anything: ${code}, ${reason}`);
  print(
    `witness: Schemathesis ${SCHEMATHESIS}, ${SERVICES.length} services, ${left} not explained`,
  );
  return left === 0 && untried === 0 && idle.length === 0;
};

/** True if every mock fails for its own faults only. */
const judgeMocks = async (): Promise<boolean> => {
  let isRight = true;
  for (const mock of MOCKS) {
    const start = await mock.find(processEnvironment());
    const amiss = deviationsOf(mock, await judgeMock(start, MOCK_COMMAND));
    for (const each of amiss) print(`✗ ${mock.name}: ${each}`);
    if (amiss.length === 0) print(`${mock.name}: fails for what is wrong, and for nothing else`);
    isRight &&= amiss.length === 0;
  }
  return isRight;
};

try {
  const isRight = [await witness(), await judgeMocks()].every(Boolean);
  process.exitCode = isRight ? EXIT.conformant : EXIT.harness;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = EXIT.usage;
}
