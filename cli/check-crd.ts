import { UsageError } from '../client/usage-error.ts';
import { askCrd } from '../load/kubernetes/ask-crd.ts';
import { readCrdFile, SERVED } from '../load/kubernetes/crd-file.ts';
import { CrdProgramMissing, findCrdProgram } from '../load/kubernetes/crd-program.ts';
import { OPERATOR } from '../load/kubernetes/manifest-schemas.ts';
import { testRunOf, type TestRunOrder } from '../load/kubernetes/manifests.ts';
import { manifestText } from '../load/kubernetes/write-folder.ts';
import { orStopped } from '../load/or-stopped.ts';
import { inLine } from '../reports/console/printable.ts';

/** What is held against a definition before it is written. */
export interface CrdCheck extends Omit<TestRunOrder, 'archive'> {
  /** The definition. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** How many reasons are told, and the characters of each. */
const MOST = 20;
const LONGEST = 300;

/** An archive for a ConfigMap and one for the volume: which it will be is known when the drafts are made. */
const ARCHIVES = [0, 2 ** 20].map((bytes) => Buffer.alloc(bytes));

const listed = (reasons: readonly string[]): string => {
  const told = reasons.slice(0, MOST).map((reason) => `  ${inLine(reason, LONGEST)}`);
  const more = reasons.length - MOST;
  return [...told, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
};

const programFor = async (signal: AbortSignal): Promise<string | undefined> => {
  const onProgress = (what: string): void => void process.stderr.write(`${what}\n`);
  try {
    return await orStopped(findCrdProgram({ onProgress, signal }), signal);
  } catch (error) {
    if (!(error instanceof CrdProgramMissing)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
};

/**
 * Makes sure that the API server of a cluster with this definition takes the TestRun that will be written, in both of its
 * forms, and says so. Throws UsageError.
 */
export const checkCrd = async ({ file, signal, print, ...order }: CrdCheck): Promise<void> => {
  const definition = readCrdFile(file);
  const program = await programFor(signal);
  if (program === undefined) return;
  const manifests = ARCHIVES.map((archive) => manifestText(testRunOf({ ...order, archive })));
  const said = await orStopped(askCrd({ program, definition, manifests, signal }), signal);
  if (said === undefined) return;
  if (said.definition.length > 0)
    throw new UsageError(
      `--crd: the API server would reject the definition in ${file}:\n${listed(said.definition)}\n` +
        'use the one of your cluster: kubectl get crd testruns.k6.io -o yaml',
    );
  if (said.manifests.length > 0)
    throw new UsageError(
      `--crd: the API server would reject the TestRun, written for ${OPERATOR}, under the definition in ${file}:\n` +
        `${listed(said.manifests)}\ninstall ${OPERATOR} in the cluster, and name its definition`,
    );
  print(
    `crd     TestRun is valid for testruns.k6.io ${SERVED} (validated by apiextensions-apiserver ${said.validator})`,
  );
};
