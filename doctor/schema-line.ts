import { dirname, join, relative } from 'node:path';
import { PROJECT } from '../client/project.ts';

const SCHEMA = join(PROJECT, 'client', 'target', 'target.schema.json');

/** Path of the schema as a target file names it: from its own folder if it lies below that, else absolute. */
const pathFrom = (file: string): string => {
  const way = relative(dirname(file), SCHEMA).replaceAll('\\', '/');
  return way.startsWith('../') ? SCHEMA : `./${way}`;
};

/** Comment by which editors find the schema of a YAML target: completion, and marks at what is wrong. */
export const schemaLine = (file: string): string =>
  `# yaml-language-server: $schema=${pathFrom(file)}`;

/** A YAML target that names its schema; one that does already, in whatever form, is left alone. */
export const withSchemaLine = (text: string, file: string): string => {
  if (!/\.ya?ml$/i.test(file) || /yaml-language-server|^\s*\$schema\s*:/m.test(text)) return text;
  return `${schemaLine(file)}${text.includes('\r\n') ? '\r\n' : '\n'}${text}`;
};
