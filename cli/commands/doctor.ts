import { Command } from 'commander';
import { readTargetDocument } from '../../client/target/target-document.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { LINES } from '../../spec/line.ts';
import { untilAborted } from '../../load/until-aborted.ts';
import { dayOf } from '../../store/clock.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodeOf, doctorReportJson, doctorReportText } from '../../doctor/doctor-report.ts';
import {
  lastEditPerKey,
  targetPathInFile,
  writableTarget,
  writeEdits,
} from '../../doctor/target-edits.ts';
import { addTargetOptions, seedOption } from '../options/options.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { serviceFlags } from '../../runner/replay/replay-line.ts';
import { print } from '../output/print.ts';
import { findSubject, type Subject } from '../../runner/target-source.ts';

interface DoctorOptions extends Pick<
  RunOptions,
  'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure' | 'line' | 'dialect' | 'fault'
> {
  readonly seed: number;
  readonly write?: true;
  readonly json?: true;
}

const namingOf = (options: DoctorOptions): string =>
  [
    ...serviceFlags(options),
    ...(options.dialect === undefined ? [] : [`--dialect ${options.dialect}`]),
    ...(options.line.length === LINES.length ? [] : [`--line ${options.line.join(',')}`]),
  ].join(' ');

const documentOf = async ({ source }: Subject): Promise<unknown> =>
  source.file === undefined ? source.document : (await readTargetDocument(source.file)).value;

const diagnoseService = async (
  options: DoctorOptions,
  subject: Subject,
  stop: AbortSignal,
): Promise<ExitCode> => {
  const begun = performance.now();
  const target = await loadTarget(subject.source);
  const file = options.write ? writableTarget(options.target) : undefined;
  const document = await documentOf(subject);
  // Loaded on demand: the generators take a moment.
  const { diagnose } = await import('../../suites/doctor/diagnose.ts');
  const { line: lines, seed } = options;
  const today = dayOf(new Date());
  const found = await untilAborted(diagnose({ target, document, lines, seed, today }, stop), stop);
  if (!found || stop.aborted) {
    process.stderr.write(`assay: ${String(stop.reason)}; nothing was written\n`);
    return EXIT.incomplete;
  }
  const edits = lastEditPerKey(found.remarks.flatMap((each) => each.edits ?? []));
  let failure: { readonly error: unknown } | undefined;
  try {
    if (file) writeEdits(file, edits);
  } catch (error) {
    failure = { error };
  }
  const milliseconds = performance.now() - begun;
  const isWritten = file !== undefined && !failure;
  const naming = namingOf(options);
  const within = targetPathInFile(subject.source.file);
  const prescription = { ...found, isWritten, milliseconds, naming, within };
  print(options.json ? doctorReportJson(prescription) : doctorReportText(prescription));
  // A failed write must not lose the diagnosis, so it is thrown after the output.
  if (failure) throw failure.error;
  return exitCodeOf(prescription);
};

/** `assay doctor`: probes a service, completes its target file and reports problems. */
export const doctorCommand = ({ conclude, takeStop }: CommandContext): Command =>
  addTargetOptions(
    new Command('doctor').description(
      'probe the service, complete its target file, report what is wrong',
    ),
  )
    .addOption(seedOption())
    .option('--write', 'write the findings into the target file; keeps comments and order')
    .option('--json', 'print the findings as one JSON document')
    .action(async (options: DoctorOptions) => {
      const stop = takeStop();
      const subject = await findSubject(options);
      try {
        conclude(await diagnoseService(options, subject, stop));
      } finally {
        await subject.embedded?.close();
      }
    });
