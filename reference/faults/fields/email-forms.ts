import type { FieldBody } from '../../../spec/requirements/field-bodies.ts';
import type { LegalClass } from './legal-class.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { fallingTo } from './field-fault.ts';
import { valuesAt } from '../../item-pointer.ts';

const localOf = (email: string): string => email.split('@')[0] ?? '';

/** What a narrow pattern for e-mail addresses does not know, though it is ordinary (V8). */
const FORMS: Readonly<Record<string, (email: string) => boolean>> = {
  'plus-sign': (email) => localOf(email).includes('+'),
  dots: (email) => localOf(email).includes('.'),
  hyphens: (email) => localOf(email).includes('-'),
  digits: (email) => /\d/.test(localOf(email)),
  subdomain: (email) => /@[^.]+\.[^.]+\.[^.]+/.test(email),
};

/** Of a field that holds an e-mail address two forms of it, which differ from field to field so that all are refused somewhere. */
export const emailFormsOf = (body: FieldBody, row: ResourceRow): readonly LegalClass[] => {
  if (row.schema.format !== 'email') return [];
  const names = Object.keys(FORMS);
  const first = names.indexOf(fallingTo(`${body} ${row.name} form`, names));
  return [first, first + 2].flatMap((at) => {
    const name = names[at % names.length] ?? '';
    const isOne = FORMS[name];
    return isOne
      ? [
          {
            name,
            isIn: ({ body: sent }) =>
              valuesAt(sent, row.pointer).some((email) => isOne(String(email))),
          },
        ]
      : [];
  });
};
