import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../client/project.ts';
import { print } from '../../cli/output/print.ts';
import { buildSite } from './build-site.ts';

// npm run docs [-- --address URL]: builds the documentation site, for the address at which it will be served.
const { values } = parseArgs({ options: { address: { type: 'string' } } });
const output = join(PROJECT, 'docs', 'out');
await buildSite(output, values.address?.replace(/\/$/, ''));
print(`docs  ${join(output, 'index.html')}`);
