import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { readJsonText } from '../spec/json-text.ts';

/** Validation error of a file in one sentence: `at seed: expected number, but it is missing (and 3 more)`. */
export const issueText = ({ issues }: z.ZodError): string => {
  const [first, ...more] = issues;
  if (!first) return 'an unknown problem';
  const place = first.path.length === 0 ? '' : `at ${first.path.join('.')}: `;
  const problem = first.message
    .replace(/^Invalid (input|option): /, '')
    .replace(/, received undefined$/, ', but it is missing');
  return place + problem + (more.length === 0 ? '' : ` (and ${more.length} more)`);
};

/** Creates a validator for the content of a file. Throws if it does not match the schema. */
export const recordValidator =
  <Schema extends z.ZodType>(schema: Schema, what: string) =>
  (path: string, record: unknown): z.output<Schema> => {
    const result = schema.safeParse(record);
    if (result.success) return result.data;
    throw new Error(`${path} is not ${what}: ${issueText(result.error)}`);
  };

/** Parses a JSON file. Throws the error of the operating system if it is unreadable, and one with its name if it is truncated. */
export const readJsonFile = (path: string): unknown => {
  const read = readJsonText(readFileSync(path, 'utf8'));
  if (read.ok) return read.value;
  throw new Error(`${path} is incomplete or was changed: ${read.problem}`);
};
