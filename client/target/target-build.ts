import { z } from 'zod';
import { text } from './target-values.ts';

/** Who tells which build of the service is running; `assay nightly` writes it into its history. */
export const build = z
  .union([
    z
      .strictObject({
        command: text.describe('A command of this machine; the first line that it prints.'),
      })
      .describe('A command tells.'),
    z
      .strictObject({
        path: text.default('').describe('Asked by GET, as a link from base_url.'),
        header: text.describe('The header of the answer that names the build.'),
      })
      .describe('A header tells.'),
    z
      .strictObject({
        path: text.describe('Asked by GET, as a link from base_url: `/version`.'),
        at: z
          .string()
          .regex(/^\//, 'a JSON pointer, such as /build/id')
          .optional()
          .describe('Where in the JSON of the answer. Left out: its first line.'),
      })
      .describe('A page tells.'),
  ])
  .describe('Which build of the service is running. Left out: nobody tells.');
