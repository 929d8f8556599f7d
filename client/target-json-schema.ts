import { z } from 'zod';
import { targetSchema } from './target.ts';

/** The JSON Schema (2020-12) of a target as its user writes it, for editors and for the words of error messages. */
export const targetJsonSchema = (): Record<string, unknown> => {
  const { $schema, ...schema } = z.toJSONSchema(targetSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Functions have no JSON form; without this their union with templates would allow anything twice.
      if (jsonSchema.anyOf?.some((option) => Object.keys(option).length === 0))
        jsonSchema.anyOf = jsonSchema.anyOf.filter((option) => Object.keys(option).length > 0);
    },
  });
  return { $schema, title: 'Target', ...schema };
};
