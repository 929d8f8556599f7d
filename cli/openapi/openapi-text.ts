import { loadTarget, type TargetSource } from '../../client/target/load-target.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import { openApiDocument } from '../../spec/openapi/openapi-document.ts';
import { documentFactsOf } from './openapi-facts.ts';

/** Of the document that stands for no service in particular; its examples may not change by the day. */
const A_DAY = '2026-01-15';
const NOBODY = 'https://service.invalid';

const variable = (name: string, line: string) => ({
  url: `{${name}}`,
  description: line,
  variables: { [name]: { default: NOBODY, description: `The address of ${line.toLowerCase()}.` } },
});

const OPEN = {
  base: variable('base_url', 'The jobloss, travel and landlord lines'),
  gap: variable('gap_base_url', 'The motor gap line'),
};

const textOf = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`;

/** The service as the specification shows it, as OpenAPI 3.1 in JSON; the same whoever asks. */
export const openApiOfSpecification = async (): Promise<string> => {
  const target = await loadTarget({ document: { base_url: NOBODY }, inherited: {} });
  return textOf(openApiDocument(documentFactsOf(target, A_DAY, OPEN)));
};

/** The same, completed by what a target says of its service; secrets are left out. Throws TargetError. */
export const openApiOfTarget = async (source: TargetSource, today: string): Promise<string> => {
  const target = await loadTarget(source);
  const servers = {
    base: { ...OPEN.base, url: target.base_url, variables: undefined },
    gap: { ...OPEN.gap, url: target.gap_base_url, variables: undefined },
  };
  return createRedactor(target).text(
    textOf(openApiDocument(documentFactsOf(target, today, servers))),
  );
};
