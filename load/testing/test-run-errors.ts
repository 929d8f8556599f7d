import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Validates the `spec` of a TestRun against k6-operator's own definition (test-run-crd.json). */
export const testRunErrors = (spec: object): readonly string[] => {
  const file = new URL('test-run-crd.json', import.meta.url);
  const { schema } = JSON.parse(readFileSync(file, 'utf8')) as { readonly schema: object };
  const validate = new Ajv2020({ strict: false }).compile(schema);
  validate(spec);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};
