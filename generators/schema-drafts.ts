import { readFileSync } from 'node:fs';
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { Line } from '../spec/line.ts';

// What json-schema-faker makes of our OpenAPI document: drafts that its schema allows, of which no rule is kept.

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

/** Makes drafts of a line by its schema alone; `complete`: with every optional field. The same drafts for the same seed. */
export const schemaDrafts = (line: Line, complete: boolean, seed: number): (() => unknown) => {
  const { components } = JSON.parse(readFileSync(FILE, 'utf8')) as Components;
  const schema: JsonSchema = { ...components.schemas[NAMES[line]], components };
  const generator = createGeneratorSync({ seed, alwaysFakeOptionals: complete });
  return () => generator.generate(schema);
};
