import { z } from 'zod';
import { problemList, problemsOf, type TargetProblem } from '../../client/target-error.ts';
import { shownValue } from '../../client/target-issues.ts';
import { pathText, type TargetPath, valueAt } from '../../client/target-path.ts';
import { TextError } from '../../client/text-error.ts';
import { readTextFile } from '../../client/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import { readYaml, type TextDocument } from '../../client/yaml-document.ts';

/** The version of TestRun that is written. */
export const SERVED = 'v1alpha1';

const versionsSchema = z.array(z.object({ name: z.string(), served: z.boolean() }));

/** What there is in place of the wanted version, in words; undefined where that is served. */
const otherVersions = (value: unknown): string | undefined => {
  const { data } = versionsSchema.safeParse(value);
  if (data === undefined) return shownValue(value);
  if (data.some(({ name, served }) => name === SERVED && served)) return undefined;
  const told = data.map(
    ({ name, served }) => shownValue(name) + (served ? '' : ', which is not served'),
  );
  return told.length === 0 ? 'no version' : told.join('; ');
};

/** What stands in place of a text, in words; undefined where it is that text. */
const otherThan =
  (wanted: string) =>
  (value: unknown): string | undefined =>
    value === wanted ? undefined : shownValue(value);

/** A place, what has to stand there, and what does instead. */
type Row = readonly [
  path: TargetPath,
  wanted: string,
  other: (value: unknown) => string | undefined,
];

const text = (path: TargetPath, wanted: string): Row => [path, wanted, otherThan(wanted)];

/** What makes it the definition of TestRun; all else is for the API server's own code to judge. */
const WANTED: readonly Row[] = [
  text(['kind'], 'CustomResourceDefinition'),
  text(['apiVersion'], 'apiextensions.k8s.io/v1'),
  text(['spec', 'group'], 'k6.io'),
  text(['spec', 'names', 'kind'], 'TestRun'),
  [['spec', 'versions'], `the version "${SERVED}", which is served`, otherVersions],
];

const HINT = 'kubectl get crd testruns.k6.io -o yaml prints the one that is wanted';

/** The first thing that makes it another document: what follows says nothing any more. */
const problemIn = (file: string, document: TextDocument): TargetProblem | undefined => {
  for (const [path, wanted, other] of WANTED) {
    const got = other(valueAt(document.value, path));
    if (got !== undefined)
      return {
        source: file + document.positionOf(path),
        path: pathText(path),
        wanted,
        got,
        hint: HINT,
      };
  }
  return undefined;
};

const refuse = (problems: readonly TargetProblem[]): never => {
  throw new UsageError(`the file of --crd has ${problemList(problems)}`);
};

/**
 * The text of the definition of TestRun in a file, YAML or JSON, as a cluster prints it or the repository of k6-operator has it.
 * Throws UsageError where it is another file.
 */
export const readCrdFile = (file: string): string => {
  try {
    const content = readTextFile(file);
    const problem = problemIn(file, readYaml(content));
    return problem ? refuse([problem]) : content;
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refuse(problemsOf(file, error));
  }
};
