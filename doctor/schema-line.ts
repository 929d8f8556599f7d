import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathBelow } from '../client/paths.ts';
import { PROJECT } from '../client/project.ts';

const SCHEMA = join(PROJECT, 'client', 'target', 'target.schema.json');

/**
 * Address of the schema as a target file names it: a path from its own folder if it lies below that, else a URL. For an editor it
 * ends at the first blank.
 */
const addressFrom = (file: string): string => {
  const path = pathBelow(dirname(file), SCHEMA);
  return path === undefined || /[\s:]/.test(path) ? pathToFileURL(SCHEMA).href : `./${path}`;
};

/** Comment by which editors find the schema of a YAML target: completion, and marks at what is wrong. */
export const schemaLine = (file: string): string =>
  `# yaml-language-server: $schema=${addressFrom(file)}`;

/** A YAML target that names its schema; one that does already, in whatever form, is left alone. */
export const withSchemaLine = (text: string, file: string): string => {
  if (!/\.ya?ml$/i.test(file) || /yaml-language-server|^\s*\$schema\s*:/m.test(text)) return text;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  // A byte order mark stands at the beginning, or is part of a key.
  return text.replace(/^\ufeff?/, (mark) => `${mark}${schemaLine(file)}${end}`);
};
