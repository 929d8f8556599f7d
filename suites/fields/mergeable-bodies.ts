import { valueAt } from '../../generators/pointer.ts';

/** An update by the legal body that carries its fault. */
interface Update {
  readonly valid: object;
}

/** Kind of the policyholder in a body, such as `person`; empty if it has none. */
const partyIn = (body: object): string =>
  ['person', 'company'].filter((each) => valueAt(body, `/policyholder/${each}`)).join();

const employeeStatusIn = (body: object): unknown =>
  valueAt(body, '/risk/insuredJob/employeeStatus') ?? '';

/** Values that updates of one draft must not change, since a service may merge them with its content (D1). */
const FIXED_VALUES = [partyIn, employeeStatusIn];

const isMergeable = (one: Update, other: Update): boolean =>
  FIXED_VALUES.every((valueIn) => {
    const values = [valueIn(one.valid), valueIn(other.valid)];
    return values.includes('') || values[0] === values[1];
  });

/** Updates in groups that one draft can take: none changes a person to a company, or an employee to a self-employed person. */
export const groupedByDraft = <Each extends Update>(
  updates: readonly Each[],
): readonly (readonly Each[])[] => {
  const groups: Each[][] = [];
  for (const update of updates) {
    const group = groups.find((others) => others.every((each) => isMergeable(update, each)));
    if (group) group.push(update);
    else groups.push([update]);
  }
  return groups;
};
