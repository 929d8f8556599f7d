import { readFileSync } from 'node:fs';
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { Line } from '../spec/line.ts';

// Drafts that json-schema-faker makes from our OpenAPI document: they fit the schema, but keep no rule.

const FILE = new URL('../spec/openapi.json', import.meta.url);

const NAMES: Readonly<Record<Line, string>> = {
  jobloss: 'JoblossDraft',
  travel: 'TravelDraft',
  landlord: 'LandlordDraft',
  gap: 'GapDraft',
};

interface Components {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Makes drafts of a line from its schema alone; `complete`: with every optional field. The same drafts for the same seed. */
export const schemaDrafts = (line: Line, complete: boolean, seed: number): (() => unknown) => {
  const { components } = JSON.parse(readFileSync(FILE, 'utf8')) as Components;
  const schema: JsonSchema = { ...components.schemas[NAMES[line]], components };
  const generator = createGeneratorSync({ seed, alwaysFakeOptionals: complete });
  return () => generator.generate(schema);
};
