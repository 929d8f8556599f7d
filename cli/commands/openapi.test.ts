import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../testing/call-cli.ts';

const KEPT = new URL('../../spec/openapi.json', import.meta.url);

const targetOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, text);
  return file;
};

test('without a target it prints the committed document (npm run schemas regenerates it)', async () => {
  const { code, stdout } = await callCli(['openapi']);

  expect(code).toBe(0);
  expect(stdout).toBe(readFileSync(KEPT, 'utf8'));
});

test('a target adds addresses, scheme, bodies and ids, but no secret', async () => {
  const file = targetOf(`
base_url: https://quoting.example/api
identities: { owner: { auth: { scheme: apiKey, name: X-Key, key: '\${ASSAY_KEY}' } } }
ids: { travel: { draft: /data/id } }
bodies: { travel.person-post: { person: '{{person.body}}', key: '\${ASSAY_KEY}' } }
`);
  const environment = { ASSAY_KEY: 'a-secret-of-some-length' };
  const { code, stdout } = await callCli(['openapi', '--target', file], { environment });
  const { servers, security, components, paths } = JSON.parse(stdout);
  const created = paths['/{country}/lifestyle/travel/drafts'].post.responses['200'];
  const person = paths['/{country}/lifestyle/travel/drafts/{draftId}/persons'].post.requestBody;

  expect(code).toBe(0);
  expect(servers).toEqual([expect.objectContaining({ url: 'https://quoting.example/api' })]);
  expect(security).toEqual([{ apiKey: [] }]);
  expect(components.securitySchemes.apiKey).toEqual({
    type: 'apiKey',
    in: 'header',
    name: 'X-Key',
  });
  expect(created.links['travel-price-request'].parameters).toEqual({
    draftId: '$response.body#/data/id',
  });
  expect(person.content['application/json'].example.person).toBe('{{person.body}}');
  expect(stdout).not.toContain(environment.ASSAY_KEY);
});

test('a missing target exits with 2 and prints no document', async () => {
  const { code, stdout, stderr } = await callCli(['openapi', '--target', 'nowhere.yaml']);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('nowhere.yaml');
});
