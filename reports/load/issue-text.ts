import type { z } from 'zod';

/** What is wrong with a file's content, in one sentence: `at seed: expected number, but it is missing (and 3 more)`. */
export const issueText = ({ issues }: z.ZodError): string => {
  const [first, ...more] = issues;
  if (!first) return 'nobody knows what is wrong';
  const place = first.path.length === 0 ? '' : `at ${first.path.join('.')}: `;
  const said = first.message
    .replace(/^Invalid (input|option): /, '')
    .replace(/, received undefined$/, ', but it is missing');
  return place + said + (more.length === 0 ? '' : ` (and ${more.length} more)`);
};
