import { valueAt } from '../../client/target/target-error.ts';
import { type Edit, FORMER, type Remark } from './remark.ts';

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
