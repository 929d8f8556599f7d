import addFormats from 'ajv-formats';
import { Ajv, type ValidateFunction } from 'ajv';
import { BODIES } from '../../spec/bodies.ts';
import { memoized } from '../../spec/memoized.ts';
import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import { lineOfDraft, brokenRulesOf } from '../valid-body.ts';
import { unmetNeeds } from './needs.ts';
import type { Pointer } from '../pointer.ts';

/** A target with two vehicles, an insurer and a white label. */
export const RICH: GeneratorContext = {
  today: '2026-03-01',
  mailDomain: 'mail.example.com',
  vehicleCodes: [
    { code: '10000', vehicleType: '10', country: 'BE' },
    { code: '20000', vehicleType: '20', country: 'BE' },
  ],
  insurers: ['Plain Insurance'],
  whiteLabels: ['plain'],
};

/** A target that declares next to nothing. */
export const POOR: GeneratorContext = {
  ...RICH,
  vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
  insurers: [],
  whiteLabels: [],
};
/** A target with several white labels, of which one must be chosen. */
export const LABELLED: GeneratorContext = { ...RICH, whiteLabels: ['plain', 'other'] };

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv, ['date', 'date-time', 'email']);
ajv.addFormat('country-code', /^[a-z]{2}$/i);
const validatorOf = memoized((body: FieldBody): ValidateFunction => ajv.compile(BODIES[body]));

/** Pointers at which a body violates its schema, each once, with `*` for items. */
export const schemaViolations = (body: FieldBody, value: object): Pointer[] => {
  const validate = validatorOf(body);
  if (validate(value)) return [];
  const places = (validate.errors ?? []).map(({ instancePath, keyword, params }) =>
    keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath,
  );
  return [...new Set(places.map(starred))];
};

/** A pointer with `*` for the items of arrays. */
const starred = (pointer: Pointer): Pointer => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** The rules that a body breaks and the needs that it does not meet. It must fit its schema. */
export const brokenBy = (body: FieldBody, value: object, context: GeneratorContext): string[] => {
  const line = lineOfDraft(body);
  return [
    ...brokenRulesOf(body, value, context),
    ...(line === undefined ? [] : unmetNeeds(line, value)),
  ];
};
