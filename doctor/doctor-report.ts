import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { counted } from '../spec/message-text.ts';
import { printable, printableJson } from '../store/printable.ts';
import { type Mark, type Remark, SEE_BELOW, editText } from '../suites/doctor/remark.ts';
import { editsAsYaml, lastEditPerKey } from './target-edits.ts';

/** Report of a doctor run. */
export interface DoctorReport {
  readonly remarks: readonly Remark[];
  /** True if the detected keys were written to the file. */
  readonly isWritten: boolean;
  readonly calls: number;
  readonly milliseconds: number;
  /** Flags that name the target in the next command, such as `--target staging.yaml`. */
  readonly naming: string;
  /** Path of the target in its file, such as `['targets', 'blue']`; empty if the file is one target. */
  readonly within: readonly string[];
}

/** Exit code: 2 if something has to be changed by hand, 3 if something could not be determined. */
export const exitCodeOf = ({
  remarks,
  isWritten,
}: Pick<DoctorReport, 'remarks' | 'isWritten'>): ExitCode => {
  const has = (mark: Mark): boolean => remarks.some((each) => each.mark === mark);
  if (has('wrong') || (has('found') && !isWritten)) return EXIT.usage;
  return has('unclear') ? EXIT.incomplete : EXIT.conformant;
};

const signOf = (mark: Mark, isWritten: boolean): string => {
  if (mark === 'unclear') return '?';
  return mark === 'wrong' || (mark === 'found' && !isWritten) ? '✗' : '✓';
};

const lineOf = (
  { about, mark, found, change, edits = [] }: Remark,
  isWritten: boolean,
  width: number,
): string => {
  const next = mark === 'found' ? edits.map(editText).join(', ') : change;
  const verb = mark === 'found' && isWritten ? 'written: ' : '';
  const end = next === undefined ? '' : ` → ${verb}${next}`;
  return printable(`${signOf(mark, isWritten)} ${about.padEnd(width)}  ${found}${end}`);
};

const endOf = (prescription: DoctorReport): string => {
  const { remarks, naming, isWritten } = prescription;
  const count = (mark: Mark): number =>
    remarks.filter((each) => each.mark === mark && each.change !== SEE_BELOW).length;
  const keys = lastEditPerKey(remarks.flatMap(({ edits = [] }) => edits)).length;
  const written = keys === 0 ? '' : `${counted(keys, 'key')} ${isWritten ? 'written' : 'to add'}, `;
  const effort = `${prescription.calls} calls, ${(prescription.milliseconds / 1000).toFixed(1)} s`;
  const byHand = count('wrong') === 0 ? '' : `${count('wrong')} to change by hand; `;
  const isToWrite = keys > 0 && !isWritten;
  const again = !isToWrite
    ? `assay doctor ${naming}`
    : naming.includes('--target ')
      ? `assay doctor ${naming} --write`
      : 'assay init to write a target file, and assay doctor --target FILE --write';
  const next: Readonly<Record<number, string>> = {
    [EXIT.conformant]: `next: assay gate ${naming}`,
    [EXIT.usage]: `${byHand}next: ${again}`,
    [EXIT.incomplete]: `${count('unclear')} could not be determined; run the doctor again, or see why: assay gate ${naming}`,
  };
  return `${written}${effort}; ${next[exitCodeOf(prescription)]}`.trimEnd();
};

/** Findings for people: a line each, the YAML to add if it was not written, and the next steps. */
export const doctorReportText = (prescription: DoctorReport): string => {
  const { remarks, isWritten, within } = prescription;
  const edits = lastEditPerKey(remarks.flatMap((each) => each.edits ?? []));
  const place = within.length === 0 ? 'the target' : `${within.join('.')} of the target file`;
  const yaml = isWritten ? '' : editsAsYaml(edits);
  const width = Math.max(0, ...remarks.map(({ about }) => about.length));
  return [
    ...remarks.map((each) => lineOf(each, isWritten, width)),
    '',
    ...(yaml === '' ? [] : [`To add to ${place}:`, '', yaml]),
    endOf(prescription),
  ].join('\n');
};

/** The same as one JSON document. */
export const doctorReportJson = (prescription: DoctorReport): string => {
  const { remarks, isWritten, calls, milliseconds } = prescription;
  const edits = lastEditPerKey(remarks.flatMap((each) => each.edits ?? []));
  const document = {
    exitCode: exitCodeOf(prescription),
    written: isWritten,
    calls,
    milliseconds: Math.round(milliseconds),
    findings: remarks.map(({ edits: keys = [], ...each }) => ({
      ...each,
      ...(keys.length === 0 ? {} : { keys: keys.map(({ path, value }) => ({ path, value })) }),
    })),
    yaml: editsAsYaml(edits),
  };
  return printableJson(document, 2);
};
