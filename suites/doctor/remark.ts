import { valueAt } from '../../client/target/target-error.ts';

/** A key of the target by its path, and what it is to say. */
export interface Edit {
  /** Such as `['bodies', 'travel.contract-create']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * `fine`: nothing has to be changed. `found`: the edits say what the target has to say. `wrong`: somebody has to change
 * something by hand. `unclear`: it could not be told.
 */
export type Mark = 'fine' | 'found' | 'wrong' | 'unclear';

/** One thing that was looked at: what was found, and what to change. */
export interface Remark {
  /** Such as `name resolution`, `Travel` or `checkpoint schema`. */
  readonly about: string;
  readonly mark: Mark;
  readonly found: string;
  /** What to do next, for a person. Of edits the keys say it. */
  readonly change?: string;
  readonly edits?: readonly Edit[];
}

/** What a remark says whose change stands in one after it. */
export const SEE_BELOW = 'see below';

/** Nothing to change. */
export const fine = (about: string, found: string): Remark => ({ about, mark: 'fine', found });

/** Somebody has to change something. */
export const wrong = (about: string, found: string, change: string): Remark => ({
  about,
  mark: 'wrong',
  found,
  change,
});

/** It could not be told. */
export const unclear = (about: string, found: string, change?: string): Remark => ({
  about,
  mark: 'unclear',
  found,
  ...(change === undefined ? {} : { change }),
});

/** Keys of the target that have to say something else. */
export const toWrite = (about: string, found: string, ...edits: readonly Edit[]): Remark => ({
  about,
  mark: 'found',
  found,
  edits,
});

/** The former name of a key, which may not stand beside it. */
export const FORMER: Readonly<Record<string, readonly string[]>> = {
  'decisions.othersMay': ['decisions', 'othersMayRead'],
};

/** One key of the target and its value. */
export const edit = (path: string, value: unknown): Edit => ({ path: path.split('.'), value });

const isDecision = ({ path: [first] }: Edit): boolean =>
  first === 'decisions' || first === 'features';

/** The name and the value of a key, as YAML in one line. */
export const editText = ({ path, value }: Edit): string =>
  `${path.join('.')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** What the document says of a key; by its former name only what contradicts the new one, for who may read may do more. */
const saidOf = (document: unknown, { path, value }: Edit): Edit | undefined => {
  const said = valueAt(document, path);
  if (said !== undefined && said !== null) return { path, value: said };
  const former = FORMER[path.join('.')];
  const before = former && valueAt(document, former);
  return former && typeof before === 'boolean' && before !== (value !== 'nothing')
    ? { path: former, value: before }
    : undefined;
};

/**
 * A remark beside what the target's own document says. A decision that somebody wrote is a claim about the service, so what
 * contradicts it may be the service's fault: it is told, and never written over.
 */
export const besideWhatIsSaid = (remark: Remark, document: unknown): Remark => {
  const contradicted = remark.edits?.find(
    (each) => isDecision(each) && saidOf(document, each) !== undefined,
  );
  const said = contradicted && saidOf(document, contradicted);
  if (!said) return remark;
  return {
    about: remark.about,
    mark: 'wrong',
    found: `${remark.found}; the target says ${editText(said)}`,
    change: `write ${editText(contradicted)} if that is what the service is meant to do; if not, the service is at fault, which a run proves`,
  };
};
