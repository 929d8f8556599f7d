import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { preflight } from '../preflight/preflight.ts';
import type { Target } from '../target.ts';
import { type Received, startLocalServer } from './local-server.ts';
import { testTarget } from './test-target.ts';

/** Starts a service with these answers, until the end of the test. */
export const serve = async (answer: (request: Received, response: ServerResponse) => void) => {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  return server;
};

/** Runs the preflight of a target with these keys. */
export const check = async (document: Partial<Target>) => preflight(await testTarget(document));

/** Identities of a target that uses a bearer token. */
export const bearer = { owner: { auth: { scheme: 'bearer', token: 'abcdefgh' } } } as const;

/** Problem and hint of a preflight, or `fit for a run`. */
export const reasons = async (document: Partial<Target>): Promise<string> => {
  const result = await check(document);
  return result.ok ? 'fit for a run' : `${result.problem}\n${result.hint}`;
};
