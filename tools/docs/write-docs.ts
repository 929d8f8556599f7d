import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { print } from '../../cli/output/print.ts';
import { buildSite } from './build-site.ts';

// npm run docs: builds the documentation site.
const output = join(PROJECT, 'docs', 'out');
await buildSite(output);
print(`docs  ${join(output, 'index.html')}`);
