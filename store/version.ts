import { readFileSync } from 'node:fs';
import type { RequirementId } from '../spec/catalogue.ts';

const { version, homepage } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly homepage?: string };

/** Version of Assay, such as `0.1.0`. */
export const VERSION = version;

/** Path of a requirement's page in the documentation, without its ending. */
export const requirementPath = (id: RequirementId): string =>
  `reference/requirements/${id.replaceAll('[]', '_')}`;

/**
 * Address of a requirement's page where the documentation of this package is published: at the `homepage` of `package.json`.
 * Undefined if it has none.
 */
export const requirementPage = (id: RequirementId, published = homepage): string | undefined =>
  published && `${published.replace(/\/$/, '')}/${encodeURI(requirementPath(id))}.html`;
