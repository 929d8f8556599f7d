import type { Condition, CallContext } from './condition.ts';
import { isDistinctFrom, onContent } from './observable.ts';
import { isObject } from '../json.ts';

/** The value at a JSON pointer of the draft. */
const at = ({ content }: CallContext, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), content);

const LANGUAGE = '/language';

const inLanguage = (prefix: string, name: string): Condition => ({
  id: `in-${name.toLowerCase()}`,
  what: `if the draft is in ${name}`,
  holds: (moment) => String(at(moment, LANGUAGE)).startsWith(prefix),
  canMeet: (met) => onContent(met) && isDistinctFrom(met, LANGUAGE),
});

/** Two conditions: with and without an optional field, at any of the pointers. */
const sibling = (name: string, ...pointers: readonly string[]): readonly Condition[] => {
  const canMeet: Condition['canMeet'] = (met) => onContent(met) && isDistinctFrom(met, ...pointers);
  const isThere = (moment: CallContext) => pointers.some((each) => at(moment, each) !== undefined);
  const [article, ...words] = name.split(' ');
  return [
    {
      id: `with-${article}-${words.join('-')}`,
      what: `if the draft has ${name}`,
      holds: isThere,
      canMeet,
    },
    {
      id: `without-${article}-${words.join('-')}`,
      what: `if the draft has no ${words.join(' ')}`,
      holds: (moment) => moment.content !== undefined && !isThere(moment),
      canMeet,
    },
  ];
};

const PERSON = '/policyholder/person';
const COMPANY = '/policyholder/company';

const hasSeveral = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 1;
  return isObject(value) && Object.values(value).some(hasSeveral);
};

/** Conditions on the content of a draft, or on the body of a call that writes it. */
export const draftContent: readonly Condition[] = [
  inLanguage('fr', 'French'),
  inLanguage('nl', 'Dutch'),
  inLanguage('en', 'English'),
  ...sibling('a title', `${PERSON}/title`, `${COMPANY}/title`),
  ...sibling('a phone', '/policyholder/contact/phone'),
  ...sibling('a house number', '/policyholder/address/number'),
  ...sibling('a paper copy', '/terms/requestPaperCopy'),
  {
    id: 'for-a-person',
    what: 'if the policyholder is a person',
    holds: (moment) => isObject(at(moment, PERSON)),
    canMeet: (met) => onContent(met) && isDistinctFrom(met, PERSON, COMPANY),
  },
  {
    id: 'for-a-company',
    what: 'if the policyholder is a company',
    holds: (moment) => isObject(at(moment, COMPANY)),
    canMeet: (met) =>
      onContent(met) && met.operation.line !== 'jobloss' && isDistinctFrom(met, PERSON, COMPANY),
  },
  {
    id: 'with-several-in-a-list',
    what: 'if a list of the draft, or of the body, has two items or more',
    holds: ({ content, body }) => hasSeveral(content) || hasSeveral(body),
    canMeet: (met) => onContent(met) && /^(jobloss|gap)$/.test(met.operation.line),
  },
];
