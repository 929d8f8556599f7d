import { Command } from 'commander';
import { print } from '../../../cli/output/print.ts';
import { messageOf, UsageError } from '../../../client/usage-error.ts';
import { EXIT } from '../../../oracles/exit-code.ts';
import { countLine, type TestCounts } from '../../run-tests.ts';
import { baseImages, standIns } from './base-images.ts';
import { type ContainerProgram, findContainerProgram, startable } from './container-program.ts';
import { CheckSkipped, COMMAND_CHECKS, type ImageCheck } from './image-checks.ts';
import { ENDING_CHECKS } from './image-endings.ts';
import { imageUnderTest, type ImageUnderTest } from './image-under-test.ts';

// npm run test:image: builds the Containerfile, and proves the image by running it.

const IMAGE = 'localhost/assay-test-image';
const CHECKS: readonly ImageCheck[] = [...COMMAND_CHECKS, ...ENDING_CHECKS];
/** Lines of a failed check's output. */
const SHOWN = 30;

const NO_PROGRAM =
  'neither podman nor docker works on this machine; install one of them, such as with: apt-get install podman runc';

type Outcome = keyof TestCounts;

/** Prints the result of one check with its duration. */
const outcomeOf = async (name: string, check: () => Promise<string>): Promise<Outcome> => {
  const begun = performance.now();
  const show = (mark: string, text: string): void => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const lines = text.trim().split('\n').slice(-SHOWN);
    print(`${mark} ${name}  ${seconds} s\n  ${lines.join('\n  ')}`);
  };
  try {
    show('✓', await check());
    return 'passed';
  } catch (error) {
    const isSkipped = error instanceof CheckSkipped;
    show(isSkipped ? '-' : '✗', messageOf(error));
    return isSkipped ? 'skipped' : 'failed';
  }
};

const sizeOf = async ({ run }: ContainerProgram, image: string): Promise<string> => {
  const { code, stdout, stderr } = await run(['image', 'inspect', '--format', '{{.Size}}', image]);
  if (code !== 0) throw new UsageError(`there is no image ${image}: ${stderr.trim()}`);
  return `${Math.round(Number(stdout) / 1e6)} MB`;
};

const build = async (program: ContainerProgram, more: readonly string[]): Promise<string> => {
  const args = ['build', ...program.flags, ...more, '--tag', IMAGE, '--file', 'Containerfile', '.'];
  const { code, stdout, stderr } = await program.run(args);
  if (code !== 0) throw new Error(`the build ended with ${code}:\n${stdout}${stderr}`);
  return `${IMAGE}, ${await sizeOf(program, IMAGE)}`;
};

/** A container shares the loopback of this machine on Linux alone. */
const checkFor =
  ({ needsHost, run }: ImageCheck, image: ImageUnderTest) =>
  (): Promise<string> => {
    if (needsHost && process.platform !== 'linux')
      throw new CheckSkipped('a container reaches a service of this machine on Linux alone');
    return run(image);
  };

const runChecks = async (image: ImageUnderTest, counts: Record<Outcome, number>): Promise<void> => {
  try {
    for (const check of CHECKS) counts[await outcomeOf(check.name, checkFor(check, image))] += 1;
  } finally {
    await image.clean();
  }
};

const testImage = async (given: string | undefined): Promise<TestCounts> => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const found = await findContainerProgram();
  if (found === undefined) throw new UsageError(NO_PROGRAM);
  if (given !== undefined) {
    print(`${given}, ${await sizeOf(found, given)}`);
    const program = await startable(found, given);
    await runChecks(imageUnderTest(program, given), counts);
    return counts;
  }
  const bases = await baseImages(found, print);
  const node = bases.find(({ named }) => named.includes('/node:'))?.used ?? '';
  const program = await startable(found, node);
  const more = standIns(program, bases);
  counts[await outcomeOf('the image is built', () => build(program, more))] += 1;
  if (counts.failed > 0) counts.skipped = CHECKS.length;
  else await runChecks(imageUnderTest(program, IMAGE), counts);
  return counts;
};

const main = async ({ image }: { readonly image?: string }): Promise<void> => {
  const counts = await testImage(image);
  print(countLine(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
};

await new Command('npm run test:image --')
  .description(
    'build the image of the Containerfile with podman or docker, and prove it by running it',
  )
  .helpOption('-h, --help', 'print this help')
  .option('--image <name>', 'check this image instead of building one')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.conformant : EXIT.usage))
  .action(main)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`npm run test:image: ${messageOf(error)}\n`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.harness;
  });
