import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Changes, type Choices, choicesWith } from '../../reference/choices.ts';
import { faultOf } from '../../reference/faults.ts';
import { CLIENT_NAMES, SECRET_NAMES, secretsFrom } from '../../reference/clients.ts';
import { listen } from '../../reference/server.ts';
import { buildTables } from '../../reference/tables.ts';
import { type Tables } from '../../reference/call.ts';
import { targetDocument } from '../../reference/target-document.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import type { CliResult } from '../../cli/testing/spawn-cli.ts';

/** A target document, as its user changes it. */
export type Declared = Record<string, unknown>;

/** A change of a target document: keys below another one. */
export const declared = (key: string, more: Declared) => (target: Declared) => ({
  ...target,
  [key]: { ...(target[key] as Declared), ...more },
});

/** A third-party service, named by a target file: only such a service can be certified. */
export interface OutsideService {
  readonly environment: Readonly<Record<string, string>>;
  /** Calls Assay in the folder with a target file of this service, changed by `declare`. */
  readonly call: (
    args: readonly string[],
    declare?: (target: Declared) => Declared,
  ) => Promise<CliResult>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the reference service with a fault, by id or custom, and with these decisions beside plain's, for the programs called
 * in `folder`.
 */
export const startOutsideService = async (
  folder: string,
  inject: string | ((tables: Tables) => void) = () => undefined,
  decided: Changes<Choices> = {},
): Promise<OutsideService> => {
  const choices = choicesWith(decided);
  const secrets = secretsFrom();
  const tables = buildTables({ choices, secrets, now: () => new Date() });
  if (typeof inject === 'string') faultOf(inject).inject(tables);
  else inject(tables);
  const server = await listen({ tables, routes: tables.routes, port: 0 });
  const document = targetDocument('plain', choices, {
    base_url: server.origin,
    gap_base_url: server.origin,
  });
  const environment = Object.fromEntries(
    CLIENT_NAMES.map((client) => [SECRET_NAMES[client], secrets[client]]),
  );
  return {
    environment,
    call: (args, declare = (target) => target) => {
      mkdirSync(folder, { recursive: true });
      const path = join(folder, 'target.yaml');
      writeFileSync(path, stringify(declare(structuredClone(document))));
      return callCli([...args, '--target', path], { environment, cwd: folder });
    },
    close: () => server.close(),
  };
};
