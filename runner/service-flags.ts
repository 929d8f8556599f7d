import { shellWord } from '../client/shell-word.ts';
import { nearPath } from './near-path.ts';
import type { ServiceOptions } from './run-options.ts';

/** The flags by which a command names the service that its caller has named, as shell words. */
export const serviceFlags = ({
  target,
  baseUrl,
  gapBaseUrl,
  insecure,
}: ServiceOptions): readonly string[] => [
  ...(target === undefined ? [] : [`--target ${shellWord([nearPath(target)])}`]),
  ...(baseUrl === undefined ? [] : [`--base-url ${shellWord([baseUrl])}`]),
  ...(gapBaseUrl === undefined ? [] : [`--gap-base-url ${shellWord([gapBaseUrl])}`]),
  ...(insecure ? ['--insecure'] : []),
];
