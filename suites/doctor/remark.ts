import { valueAt } from '../../client/target/target-error.ts';

/** A key of the target by its path, and its new value. */
export interface Edit {
  /** Such as `['bodies', 'travel.contract-create']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * `fine`: nothing has to be changed. `found`: the edits hold what the target has to state. `wrong`: requires a manual change.
 * `unclear`: no conclusion was possible.
 */
export type Mark = 'fine' | 'found' | 'wrong' | 'unclear';

/** Result of one check: the finding, and the change that it requires. */
export interface Remark {
  /** Such as `name resolution`, `Travel` or `checkpoint schema`. */
  readonly about: string;
  readonly mark: Mark;
  readonly found: string;
  /** The next action, for a person. Edits are described by their keys. */
  readonly change?: string;
  readonly edits?: readonly Edit[];
}

/** Text of a remark whose change is in a later one. */
export const SEE_BELOW = 'see below';

/** A remark that requires no change. */
export const fine = (about: string, found: string): Remark => ({ about, mark: 'fine', found });

/** A remark that requires a manual change. */
export const wrong = (about: string, found: string, change: string): Remark => ({
  about,
  mark: 'wrong',
  found,
  change,
});

/** A remark without a conclusion. */
export const unclear = (about: string, found: string, change?: string): Remark => ({
  about,
  mark: 'unclear',
  found,
  ...(change === undefined ? {} : { change }),
});

/** A remark with keys of the target that need another value. */
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

/**
 * The document's value of a key; a value under the former name counts only if it contradicts the new one, as read access may
 * include more.
 */
const declaredIn = (document: unknown, { path, value }: Edit): Edit | undefined => {
  const declared = valueAt(document, path);
  if (declared !== undefined && declared !== null) return { path, value: declared };
  const former = FORMER[path.join('.')];
  const before = former && valueAt(document, former);
  return former && typeof before === 'boolean' && before !== (value !== 'nothing')
    ? { path: former, value: before }
    : undefined;
};

/**
 * A remark compared with the target's own document. A decision in the document is a claim about the service, so a contradiction
 * may be the service's fault: it is reported, and never overwritten.
 */
export const withoutDeclaredEdits = (remark: Remark, document: unknown): Remark => {
  const contradicted = remark.edits?.find(
    (each) => isDecision(each) && declaredIn(document, each) !== undefined,
  );
  const declared = contradicted && declaredIn(document, contradicted);
  if (!declared) return remark;
  return {
    about: remark.about,
    mark: 'wrong',
    found: `${remark.found}; the target says ${editText(declared)}`,
    change: `write ${editText(contradicted)} if the service is meant to do that; if not, the service is at fault, and a run reports it`,
  };
};
