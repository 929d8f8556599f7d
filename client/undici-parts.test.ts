import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent as Exported } from 'undici';
import { expect, test } from 'vitest';
import { PROJECT } from './project.ts';
import { Agent, wholeUndici } from './undici-parts.ts';

test('what is taken from a file of undici is what undici exports', () => {
  expect(Agent).toBe(Exported);
  expect(wholeUndici().Agent).toBe(Exported);
});

test('a request without a proxy is sent and answered without the rest of undici', () => {
  const urlOf = (name: string): string => pathToFileURL(join(PROJECT, 'client', name)).href;
  const program = `
    import { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    const { createTransport } = await import('${urlOf('transport.ts')}');
    const server = createServer((request, response) => response.end('here')).listen(0, '127.0.0.1');
    await new Promise((listens) => server.on('listening', listens));
    const transport = createTransport({
      limits: { concurrency: 1, deadline: 5000 },
      network: { authorities: [], proxies: {}, insecure: false },
    });
    const origin = 'http://127.0.0.1:' + server.address().port;
    const outcome = await transport.send({ origin, path: '/', method: 'GET', headers: {} });
    await transport.close();
    server.close();
    const require = createRequire(import.meta.url);
    console.log(outcome.response?.body.text ?? outcome, require.resolve('undici') in require.cache);`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: PROJECT });

  expect({ stdout, stderr }).toEqual({ stdout: 'here false\n', stderr: '' });
});
