import type { Faker } from '@faker-js/faker';

/**
 * A last name as Faker makes one of Belgium, but without its templates, which it reads anew for every name: the one template there
 * names the list of all last names.
 */
export const surname = ({ person, helpers, definitions }: Faker): string => {
  // Faker draws a sex and a template as well; without that every seed would give other names.
  person.sexType();
  person.sexType();
  return helpers.arrayElement(definitions.person.last_name.generic ?? []);
};
