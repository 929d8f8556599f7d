import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../client/project.ts';
import { isJudged } from '../spec/requirement.ts';
import {
  CATALOGUE,
  ENTRIES,
  entryFileOf,
  requirementOf,
  type RequirementId,
} from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Release } from '../spec/releases.ts';
import { writeTables } from './write-tables.ts';

// npm run new -- TRAVEL-CAR-05 renamed-car: writes the entry, judge, check and fault of a new requirement, with their gaps marked.
// The judge's examples are its test.

const GAP = 'TODO';

const USAGE = `npm run new -- ID subject, such as: npm run new -- TRAVEL-CAR-05 renamed-car

Writes the entry, judge, check and fault of a requirement, with their gaps marked by ${GAP}. ID is the next free one of its area
(npx assay list), and subject the name of the files. "Adding a requirement" in CONTRIBUTING.md says what to write there.`;

const ID = /^((?:[A-Z]+-)+)(\d\d)$/;

/** `renamed-car` as the name of a value. */
const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const judgeOf = ({ name }: Pick<NewRequirement, 'name'>): string => {
  const value = camel(name);
  return `judge${value.charAt(0).toUpperCase()}${value.slice(1)}`;
};

/** A requirement that is to be written, and the files for it. */
interface NewRequirement {
  readonly id: string;
  /** Its subject in kebab case: the name of its files. */
  readonly name: string;
  /** Newest requirement of the same area, after which the entry stands. */
  readonly last: RequirementId;
  /** Name of the entry's file, which the faults share. */
  readonly stem: string;
  /** An operation to begin with: the first of the newest requirement. */
  readonly on: OperationId;
}

/** Edits of files that exist, and texts of new ones, by their path in the project. */
type Files = Readonly<Record<string, ((text: string) => string) | (() => string)>>;

/** True if a text replaces nothing: its function takes no text. */
const isNew = (edit: Files[string]): boolean => edit.length === 0;

/** Ids that are judged; the entries of the others are in another file, without a check. */
const judgedIds = (): readonly RequirementId[] =>
  ENTRIES.filter(([, entry]) => isJudged(entry)).map(([id]) => id);

const areasNow = (): readonly string[] => [
  ...new Set(judgedIds().flatMap((id) => ID.exec(id)?.[1] ?? [])),
];

/** Parses the arguments. Throws RangeError with what to do if the id is taken, or its area is unknown. */
export const newRequirement = (id: string, name: string): NewRequirement => {
  const [, area] = ID.exec(id) ?? [];
  if (area === undefined)
    throw new RangeError(`expected an id such as TRAVEL-CAR-05, got ${id || 'nothing'}`);
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new RangeError(
      `expected the subject in kebab case, such as renamed-car, got ${name || 'nothing'}`,
    );
  if (CATALOGUE.has(id as RequirementId))
    throw new RangeError(
      `${id} exists; ids are permanent, so take the next free number of ${area}`,
    );
  const last = judgedIds()
    .filter((each) => ID.exec(each)?.[1] === area)
    .toSorted()
    .at(-1);
  if (last === undefined)
    throw new RangeError(
      `no area ${area} with a requirement that is judged; there are ${areasNow().join(' ')}. Write the first entry of another area by hand, and list it in spec/catalogue.ts`,
    );
  const [on] = requirementOf(last).operations;
  return { id, name, last, stem: entryFileOf(last), on: on ?? 'travel.draft-create' };
};

const must = (text: string, found: boolean, what: string): string => {
  if (!found) throw new RangeError(`cannot find ${what}; add the new lines by hand`);
  return text;
};

/** Inserts lines right after the first match. Throws RangeError if there is none. */
const insertAfter = (text: string, after: RegExp, lines: string): string => {
  const found = after.exec(text);
  const at = (found?.index ?? 0) + (found?.[0].length ?? 0);
  return must(text.slice(0, at) + lines + text.slice(at), found !== null, String(after));
};

const entry = ({ id, on }: NewRequirement): string => `  '${id}': {
    // ${GAP}: stated or implied, and the proof that a fail takes.
    ...stated('two-sightings'),
    statement: '${GAP}: a full sentence on what a service must do.',
    source: '${GAP}: section, row or detail id',
    // ${GAP}: the operations that it is judged on.
    operations: ['${on}'],
    rules: [],
    sent: '${GAP}: what is sent to judge it, in two sentences.',
  },
`;

const judge = (
  one: NewRequirement,
): string => `import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { statusText } from '../answers/answer-form.ts';
import { type Examples, sampleExchange } from '../example.ts';
import type { Judgement } from '../finding.ts';

/** ${one.id}: ${GAP}, the rule that decides it. */
export const ${judgeOf(one)} = (operation: OperationId, answer: Exchange): Judgement => ({
  requirement: '${one.id}',
  operation,
  // ${GAP}: pass, fail or inconclusive, from the answer.
  verdict: 'inconclusive',
  reason: 'no-check',
  wanted: '${GAP}',
  got: statusText(answer),
  exchanges: [answer.n],
});

/** Names of these judges in \`evidence.jsonl\`, which are permanent. */
export const judges = {
  '${one.name}': ${judgeOf(one)},
};

/** Decisions on made-up answers. */
export const examples: Examples = {
  '${one.name}': [
    {
      what: '${GAP}: what a faulty service does',
      verdict: 'fail',
      judged: () => ${judgeOf(one)}('${one.on}', sampleExchange('${one.on}', 200)),
    },
  ],
};
`;

const check = (
  one: NewRequirement,
): string => `import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { ${judgeOf(one)} } from '../../oracles/state/${one.name}.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { makeCall } from '../journey/make-call.ts';

const ON = '${one.on}';

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  // Prepared: all that makes the operation callable.
  const { call, state, judgements } = await prepare(ON, one);
  if (!call) return judgements;
  // Sent: ${GAP}, the probe, and its control request if it may be refused.
  const answer = await makeCall(call, state);
  // Judged.
  return [...state.judgements, one.run.judge(${judgeOf(one)}, ON, answer)];
};

/** ${one.id}: ${GAP}, what is sent. */
export const ${camel(one.name)}: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [${judgeOf(one)}],
  checks: [{ requirement: '${one.id}', line: '${operation(one.on).line}', operations: [ON], name: '${one.name}', collect }],
};
`;

const fault = (
  one: NewRequirement,
): string => `import { type Fault, onSuccess } from '../injection/fault.ts';

/** Services that break ${one.id}. */
export const faults: readonly Fault[] = [
  {
    id: '${one.name}-broken',
    breaks: { requirement: '${one.id}', operation: '${one.on}' },
    what: '${GAP}: what is wrong, one sentence',
    inject: (tables) => {
      // ${GAP}: change the answer.
      onSuccess(tables, '${one.on}', (reply) => reply);
    },
  },
];
`;

/** Lists the requirement as new in the next release (`spec/releases.json`). */
const listed = (text: string, { id }: NewRequirement): string => {
  const releases = JSON.parse(text) as readonly Release[];
  const [next, ...released] =
    releases[0]?.version === null
      ? releases
      : [{ version: null, date: null, changes: [] }, ...releases];
  const change = { kind: 'new', requirement: id };
  const changed = { ...next, changes: [...(next?.changes ?? []), change] };
  return `${JSON.stringify([changed, ...released], null, 2)}\n`;
};

/** The files of a new requirement: its entry, its line for the next release, the judge with its examples, check and fault. */
export const filesFor = (one: NewRequirement): Files => {
  const { name, last, stem } = one;
  return {
    [`spec/requirements/${stem}.ts`]: (text) =>
      insertAfter(text, new RegExp(`^  '${last}': \\{\\n(?:    .*\\n)*  \\},\\n`, 'm'), entry(one)),
    'spec/releases.json': (text) => listed(text, one),
    [`oracles/state/${name}.ts`]: () => judge(one),
    [`suites/state/${name}.ts`]: () => check(one),
    [`reference/faults/${stem}/${name}.ts`]: () => fault(one),
  };
};

/**
 * Writes the files into a checkout and registers them in the tables; returns the paths of the files. Throws if one of the new
 * ones exists, before anything is written.
 */
export const writeRequirement = async (
  one: NewRequirement,
  root: string = PROJECT,
): Promise<readonly string[]> => {
  const written = Object.entries(filesFor(one)).map(([path, edit]) => {
    const isThere = existsSync(join(root, path));
    if (isThere && isNew(edit))
      throw new RangeError(`${path} exists; choose another name than ${one.name}`);
    return { path, text: edit(isThere ? readFileSync(join(root, path), 'utf8') : '') };
  });
  for (const { path, text } of written) {
    const style = await resolveConfig(join(PROJECT, path));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), await format(text, { ...style, filepath: path }));
  }
  await writeTables(root);
  return written.map(({ path }) => path);
};

if (import.meta.main) {
  const [id = '', name = ''] = process.argv.slice(2);
  if (['--help', '-h'].includes(id)) {
    console.log(USAGE);
    process.exit();
  }
  try {
    const paths = await writeRequirement(newRequirement(id, name));
    console.log(`${id} is written, with its gaps marked by ${GAP}:\n  ${paths.join('\n  ')}`);
    console.log(
      'next: fill the gaps, then npm test -- requirements, which lists those that are left; CONTRIBUTING.md has the commands that pin the result',
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`npm run new -- ID subject: ${error.message}`);
    process.exitCode = 2;
  }
}
