import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { DIST, emitPrograms } from './emit-programs.ts';
import { k6Scripts } from '../../load/k6/k6-scripts.ts';

/** What programs read beside themselves, or editors and people in their place. */
const DATA = [
  'cli/completion/assay.bash',
  'cli/completion/assay.fish',
  'cli/completion/assay.zsh',
  'client/target/target.schema.json',
  'exam/baseline.json',
  'load/README.md',
  'load/go.mod',
  'load/go.sum',
  'reference/README.md',
  'store/certificate.schema.json',
  'store/evidence.schema.json',
  'reports/load/load-charts.mjs',
  'store/nightly-history.schema.json',
  'reports/page/page-script.mjs',
  'store/run.schema.json',
  'store/run-events.schema.json',
  'store/waivers.schema.json',
];

// npm pack: compiles the program into dist/, laid out as the project is, so that what names a file beside itself finds it.
emitPrograms(PROJECT);
for (const path of [...DATA, ...k6Scripts(PROJECT)])
  cpSync(join(PROJECT, path), join(PROJECT, DIST, path), { recursive: true });
const { name, version, type } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
) as Readonly<Record<string, string>>;
writeFileSync(
  join(PROJECT, DIST, 'package.json'),
  `${JSON.stringify({ name, version, type }, null, 2)}\n`,
);
