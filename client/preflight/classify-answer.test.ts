import { expect, onTestFinished, test } from 'vitest';
import { chance, DIALECTS } from '../../reference/dialects.ts';
import type { Fault } from '../../reference/faults/injection/fault.ts';
import { FAULTS } from '../../reference/faults.ts';
import { startReference } from '../../reference/start.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { loadTarget } from '../target/load-target.ts';
import { preflight } from './preflight.ts';
import { NO_ENVIRONMENT, testTarget } from '../testing/test-target.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, bearer, reasons } from '../testing/test-preflight.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const resultOn = async (
  options: Parameters<typeof startReference>[0],
  lines: readonly Line[] = LINES,
) => {
  const service = await startReference(options);
  onTestFinished(() => service.close());
  const environment = { ...NO_ENVIRONMENT, ...service.environment };
  return preflight(await loadTarget({ document: service.target, environment }), lines);
};

const passes = { ok: true };

// The exam makes runs, each with a preflight, on 30 of them.
const chances = Array.from({ length: 5 }, (_, seed) => chance(seed).name);

test.each(drawn([...DIALECTS.map(({ name }) => name), ...chances], 10))(
  '%s is fit for a run, on all lines and on motor gap alone',
  async (dialect) => {
    expect(await resultOn({ dialect })).toMatchObject(passes);
    expect(await resultOn({ dialect }, ['gap'])).toMatchObject(passes);
  },
);

/** The preflight requests drafts only. */
const isAsked = ({ breaks }: Fault): boolean =>
  [breaks.operation].flat().some((id) => /\.(draft-create|draft-get)$/.test(id));

/**
 * Requirements whose faults a preflight may meet: callers, paths, versions, statuses, ids and drafts, on the operations that it
 * calls. Of the other faults every hundredth is tried.
 */
const MET =
  /^(AUTH|PATH|VERSION|COUNTRY|STATUS|RESOURCE|LEGAL|DRAFT|LANDLORD-DRAFT|ID|UNIQUE)-|-draftId-/;
const faults = FAULTS.filter(
  (fault, at) => (isAsked(fault) && MET.test(fault.breaks.requirement)) || at % 100 === 0,
);

test.each(
  drawn(
    faults.map(({ id, breaks }) => [id, breaks] as const),
    40,
  ),
)(
  'a service with the fault %s is judged, on the lines that show it',
  async (id, { operation: ids }) => {
    const on = [ids].flat().map((each) => operation(each).line);
    const lines = LINES.filter((line) => on.includes(line));

    expect(await resultOn({ faults: [id] }, lines)).toMatchObject(passes);
  },
);

test('quotes a page that echoes the credential without it', async () => {
  const server = await serve(({ headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<html>${headers.authorization}\u0007\n${'x'.repeat(200)}`),
  );
  const target = await testTarget(
    {
      base_url: server.address,
      identities: { owner: { auth: { scheme: 'bearer', token: '${MY_TOKEN}' } } },
    },
    { MY_TOKEN: 'hush-hush-hush' },
  );

  const result = await preflight(target);

  expect(result).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/"<html>Bearer \$MY_TOKEN\\u0007 x+…"\)$/) as string,
  });
  expect(JSON.stringify(result)).not.toContain('hush');
});

test('does not send a credential over the other protocol', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? 'nobody');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  expect(await reasons({ base_url: `https://127.0.0.1:${port}`, identities: bearer })).toMatch(
    /the port speaks plain HTTP\nset base_url to http:/,
  );
  expect(new Set(seen)).toEqual(new Set(['nobody']));
});
