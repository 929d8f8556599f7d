import { GUESSED_BODIES } from '../../spec/guessed-bodies.ts';
import type { OperationId } from '../../spec/operations.ts';
import { messageOf } from '../message-of.ts';
import type { ResolvedTarget } from '../target.ts';
import type { BodyContext } from '../target/target-bodies.ts';

/** A template names a value that is not known (yet), such as `price.amount` before any price request. */
export class MissingPlaceholder extends Error {
  override readonly name = 'MissingPlaceholder';
  readonly placeholder: string;

  constructor(placeholder: string) {
    super(`the template names {{${placeholder}}}, which is not known at this step`);
    this.placeholder = placeholder;
  }
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const ONE_PLACEHOLDER = /^\{\{\s*([^{}]*?)\s*\}\}$/;

const valueOf = (name: string, context: BodyContext): unknown => {
  let value: unknown = context;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new MissingPlaceholder(name);
    value = (value as Record<string, unknown>)[key];
  }
  if (value === undefined) throw new MissingPlaceholder(name);
  return value;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const renderText = (text: string, context: BodyContext): unknown => {
  const whole = ONE_PLACEHOLDER.exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole, context);
  return text.replace(PLACEHOLDER, (_match, name: string) => asText(valueOf(name, context)));
};

/**
 * The template with its `{{placeholders}}` (dotted paths of BodyContext) replaced; a text that is exactly one placeholder
 * becomes the value itself, with its JSON type. Throws MissingPlaceholder.
 */
export const renderTemplate = (template: unknown, context: BodyContext): unknown => {
  if (typeof template === 'string') return renderText(template, context);
  if (Array.isArray(template)) return template.map((item) => renderTemplate(item, context));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, renderTemplate(value, context)]),
  );
};

/** Names of all placeholders in a template, with the path at which each stands. */
export const placeholdersIn = (
  template: unknown,
  path: readonly (string | number)[] = [],
): { readonly name: string; readonly path: readonly (string | number)[] }[] => {
  if (typeof template === 'string')
    return [...template.matchAll(PLACEHOLDER)].map((match) => ({ name: match[1] ?? '', path }));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) =>
    placeholdersIn(value, [...path, Array.isArray(template) ? Number(key) : key]),
  );
};

/**
 * The body of an operation that the specification does not show: from the target's template or function, else the default
 * guess, else undefined (no body). Throws MissingPlaceholder, and an Error that names the target's function if that throws.
 */
export const bodyFor = (
  operation: OperationId,
  target: Pick<ResolvedTarget, 'bodies'>,
  context: BodyContext,
): unknown => {
  const given = target.bodies[operation];
  if (typeof given !== 'function') {
    const guesses: Partial<Record<OperationId, unknown>> = GUESSED_BODIES;
    return renderTemplate(given === undefined ? guesses[operation] : given, context);
  }
  // Without getters, so that a function may print it, change it and keep it.
  const plain = structuredClone(context);
  try {
    return given(plain);
  } catch (cause) {
    if (cause instanceof MissingPlaceholder) throw cause;
    throw new Error(
      `the function bodies["${operation}"] of the target threw: ${messageOf(cause)}`,
      { cause },
    );
  }
};
