import { valueAt } from '../../client/target/target-error.ts';

/** Edit of the target: the path of a key, and its new value. */
export interface Edit {
  /** Such as `['bodies', 'travel.contract-create']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * `fine`: no change is needed. `found`: the edits hold what the target has to declare. `wrong`: requires a manual change.
 * `unclear`: no conclusion was possible.
 */
export type Mark = 'fine' | 'found' | 'wrong' | 'unclear';

/** Result of one check: the finding, and the required change. */
export interface Remark {
  /** Such as `name resolution`, `Travel` or `checkpoint schema`. */
  readonly about: string;
  readonly mark: Mark;
  readonly found: string;
  /** The next action, for a person. Edits are described by their keys. */
  readonly change?: string;
  readonly edits?: readonly Edit[];
}

/** Text of a remark whose change is part of a later one. */
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
export const withEdits = (about: string, found: string, ...edits: readonly Edit[]): Remark => ({
  about,
  mark: 'found',
  found,
  edits,
});

/** Deprecated names of a key; they exclude the key itself. */
export const DEPRECATED_NAMES: Readonly<Record<string, readonly string[]>> = {
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
 * The document's value of a key. A value under a deprecated name counts only if it contradicts the new value, since read access
 * may include more.
 */
const declaredIn = (document: unknown, { path, value }: Edit): Edit | undefined => {
  const declared = valueAt(document, path);
  if (declared !== undefined && declared !== null) return { path, value: declared };
  const former = DEPRECATED_NAMES[path.join('.')];
  const before = former && valueAt(document, former);
  return former && typeof before === 'boolean' && before !== (value !== 'nothing')
    ? { path: former, value: before }
    : undefined;
};

/**
 * A remark compared with the target's own document. A declared decision is a claim about the service, so a contradiction may be
 * the service's fault: it is reported, never overwritten.
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
