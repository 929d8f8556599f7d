import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { itemKindOf, type SequenceCommand } from './model.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const KINDS = { car: 'car', person: 'person', metadata: 'metadata key' } as const;
const LINE_NAMES: Readonly<Record<Line, string>> = {
  jobloss: 'jobloss',
  travel: 'travel',
  landlord: 'landlord',
  gap: 'motor gap',
};

const DRAFT_PHRASES: Readonly<Partial<Record<Step, string>>> = {
  'draft-get': 'read',
  'draft-update': 'update',
  'price-info': 'get the price info of',
  'price-request': 'price',
  'token-terms': 'get the user terms of',
  'lead-create': 'create a lead of',
  'contract-create': 'create the contract of',
  'payment-status': 'get the payment status of',
  'contract-get': 'read the contract of',
  'contract-download': 'download the contract of',
};

const VERBS: Readonly<Record<string, string>> = { put: 'change', delete: 'delete' };

interface Names {
  readonly drafts: readonly number[];
  /** Labels of the items in the order of their creation, by draft and kind. */
  readonly items: ReadonlyMap<string, readonly number[]>;
}

const ordinal = (at: number): string => ORDINALS[at] ?? `${at + 1}th`;

/** `the draft` while there is only one, then `the second draft`. */
const the = (noun: string, labels: readonly number[], label: number): string =>
  labels.length < 2 ? `the ${noun}` : `the ${ordinal(labels.indexOf(label))} ${noun}`;

const a = (noun: string, count: number): string =>
  count === 0 ? `a ${noun}` : `a ${ordinal(count)} ${noun}`;

const phrase = (
  line: Line,
  command: SequenceCommand,
  { drafts, items }: Names,
  isOther: boolean,
): string => {
  const { step, draft } = command;
  if (step === 'draft-create') {
    const made = `create ${a(`${LINE_NAMES[line]} draft`, drafts.length)}`;
    return isOther ? `${made}, as another customer` : made;
  }
  const kind = itemKindOf(step);
  if (!kind) return `${DRAFT_PHRASES[step] ?? step} ${the('draft', drafts, draft)}`;
  const labels = items.get(`${draft} ${kind}`) ?? [];
  const verb = step.slice(kind.length + 1);
  const what =
    verb === 'post'
      ? `add ${a(KINDS[kind], labels.length)}`
      : `${VERBS[verb] ?? verb} ${the(KINDS[kind], labels, command.item ?? 0)}`;
  return drafts.length < 2
    ? what
    : `${what} ${verb === 'post' ? 'to' : 'of'} ${the('draft', drafts, draft)}`;
};

const named = ({ drafts, items }: Names, { step, draft, item }: SequenceCommand): Names => {
  if (step === 'draft-create') return { drafts: [...drafts, draft], items };
  const kind = itemKindOf(step);
  if (!kind || !step.endsWith('-post') || item === undefined) return { drafts, items };
  const key = `${draft} ${kind}`;
  return { drafts, items: new Map(items).set(key, [...(items.get(key) ?? []), item]) };
};

/** Description of a sequence, one phrase a command; `others` are the drafts of another identity. */
export const describeSequence = (
  line: Line,
  commands: readonly SequenceCommand[],
  others: readonly number[] = [],
): readonly string[] => {
  let names: Names = { drafts: [], items: new Map() };
  return commands.map((command) => {
    const phrased = phrase(line, command, names, others.includes(command.draft));
    const words = command.refusal === undefined ? phrased : `${phrased} (must be refused)`;
    if (command.refusal === undefined) names = named(names, command);
    return command.country === undefined
      ? words
      : `${words}, with the country written ${command.country}`;
  });
};
