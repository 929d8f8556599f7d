import { expect, test } from 'vitest';
import { groupedByDraft } from './mergeable-bodies.ts';

const person = { valid: { policyholder: { person: { firstName: 'Eva' } } } };
const company = { valid: { policyholder: { company: { name: 'A' } } } };
const address = { valid: { policyholder: { address: { city: 'Gent' } } } };
const job = (employeeStatus: string) => ({ valid: { risk: { insuredJob: { employeeStatus } } } });

type Bodies = readonly { readonly valid: object }[];

test.each<[string, Bodies, readonly Bodies[]]>([
  ['a person and a company', [person, company], [[person], [company]]],
  ['two employments', [job('employee'), job('retired')], [[job('employee')], [job('retired')]]],
  ['a body without either', [person, address, company], [[person, address], [company]]],
  ['a person and a job', [person, job('employee')], [[person, job('employee')]]],
])('updates with %s go to as few drafts as can take them', (_, updates, groups) => {
  expect(groupedByDraft(updates)).toEqual(groups);
});
