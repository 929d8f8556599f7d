import { readFileSync } from 'node:fs';
import { CrdProgramMissing, findCrdProgram } from '../kubernetes/crd-program.ts';

/** A schema as it stands in a definition. */
export type CrdSchema = Record<string, unknown>;

/**
 * As a definition says it: which fields there are, but not that there are no others, and what may be a number or a text by a
 * word of its own.
 */
const structural = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(structural);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, held]) => key !== 'additionalProperties' || held,
  );
  if ('anyOf' in value) kept.push(['x-kubernetes-int-or-string', true]);
  return Object.fromEntries(kept.map(([key, held]) => [key, structural(held)]));
};

const reduced = (): CrdSchema => {
  const text = readFileSync(new URL('test-run-crd.json', import.meta.url), 'utf8');
  return structural((JSON.parse(text) as { readonly schema: unknown }).schema) as CrdSchema;
};

const RULE = {
  rule: "self.parallelism <= 100 || self.mode == 'many'",
  message: 'more than 100 pods take the mode many',
};

/** The reduced schema of a TestRun, and what it has none of: a default, an enumeration, a set, an object with a name, and a rule. */
export const smallSchema = (): CrdSchema => {
  const schema = reduced();
  const properties = {
    ...(schema['properties'] as CrdSchema),
    mode: { type: 'string', enum: ['few', 'many'], default: 'few' },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    zones: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  };
  return {
    ...schema,
    properties,
    required: ['parallelism', 'mode'],
    'x-kubernetes-validations': [RULE],
  };
};

/** A definition of TestRun with this schema of its spec. */
export const smallCrd = (spec: CrdSchema = smallSchema()) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'testruns.k6.io' },
  spec: {
    group: 'k6.io',
    names: { kind: 'TestRun', plural: 'testruns' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              apiVersion: { type: 'string' },
              kind: { type: 'string' },
              metadata: { type: 'object' },
              spec,
            },
          },
        },
      },
    ],
  },
});

const UNREACHABLE = /no Go on the path|dial tcp|lookup |proxy|GOPROXY|toolchain|requires go/;

/** The program that asks the API server's code, or why this machine has none; whatever else goes wrong is a fault of ours. */
export const crdProgramForTests = async (): Promise<string | { readonly reason: string }> => {
  try {
    return await findCrdProgram();
  } catch (error) {
    if (!(error instanceof CrdProgramMissing) || !UNREACHABLE.test(error.message)) throw error;
    return { reason: `no Go, or no k8s.io/apiextensions-apiserver: ${error.message}` };
  }
};
