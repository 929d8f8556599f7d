import { expect, test } from 'vitest';
import { architectureViolations } from './architecture-rules.ts';

const judge = (path: string, text = 'export const a = 1;') =>
  architectureViolations([{ path, text }]);

test.each([
  ['spec/a.ts', `import { a } from '../client/a.ts';`, 'spec may not import client'],
  ['spec/a.ts', `import type { A } from '../client/a.ts';`, 'spec may not import client'],
  ['spec/a.ts', `import { z } from 'zod';`, 'spec uses no package and no built-in'],
  ['oracles/a.ts', `import { join } from 'node:path';`, 'oracles uses no package and no built-in'],
  ['oracles/deep/a.ts', `export * from '../../generators/a.ts';`, 'may not import generators'],
  ['reference/a.ts', `import { a } from '../oracles/a.ts';`, 'reference may not import oracles'],
  ['suites/a.ts', `await import('../reference/a.ts');`, 'suites may not import reference'],
  ['suites/a.ts', `await import(path);`, 'suites may not import by a computed path'],
  ['reports/a.ts', `new URL('../suites/a.ts', import.meta.url);`, 'reports may not import suites'],
  ['load/a.ts', `import { a } from '../reports/a.ts';`, 'load may not import reports'],
  ['exam/a.ts', `import { assay } from '../cli/assay.ts';`, 'exam may not import cli'],
  ['runner/a.ts', `import { print } from '../cli/a.ts';`, 'runner may not import cli'],
  ['store/a.ts', `import type { A } from '../reports/a.ts';`, 'store may not import reports'],
  ['cli/a.ts', `import { test } from '../tools/test.ts';`, 'cli may not import tools'],
  ['reports/a.ts', `import { exam } from '../exam/exam.ts';`, 'reports may not import exam'],
  ['generators/a.ts', `import { a } from '../../elsewhere.ts';`, 'leads out of the project'],
  ['client/a.ts', `import a from '../node_modules/zod/index.js';`, 'reaches into node_modules'],
  ['client/a.ts', `const a = process.env['A'];`, 'only client/target.ts reads the environment'],
  ['tools/test.ts', `const a = process.env['A'];`, 'only client/target.ts reads the environment'],
  ['spec/PriceRequest.ts', '', 'kebab-case'],
  ['spec/Big/a.ts', '', 'kebab-case'],
  ['spec/utils.ts', '', 'the name says nothing'],
  ['spec/index.test.ts', '', 'the name says nothing'],
  ['suites/a.ts', `let last = 0;`, 'last is state of the module'],
  ['suites/a.ts', `const seen = new Map<string, number>();`, 'seen is state of the module'],
  ['suites/a.ts', `export const all: string[] = [];`, 'all is state of the module'],
  ['suites/a.ts', `const open = { verdict: 'inconclusive' };`, 'suites decide no verdict'],
  ['runner/a.ts', `import { join, mkdirSync } from 'node:fs';`, 'mkdirSync writes files'],
  ['reports/a.ts', `import { writeFile as w } from 'node:fs/promises';`, 'writeFile writes files'],
  ['suites/a.ts', `import * as fs from 'node:fs';`, 'node:fs * writes files'],
  ['oracles/a.ts', `const is = judged.got === 'status 404';`, 'd.got reads a sentence'],
  ['oracles/a.ts', `const is = got === 'status 404';`, "got === ' reads a sentence"],
  ['oracles/a.ts', `const is = ({ got }: Judgement) => got === 'nothing';`, 'reads a sentence'],
  ['store/a.ts', `const is = ({ got }: Judgement) => /no answer/.test(got);`, 'reads a sentence'],
  ['exam/a.ts', 'const got = `not reached: ${cause?.got}`;', 'reads a sentence'],
  ['suites/a.ts', `const is = /500/.test(other.got);`, 'reads a sentence'],
  ['oracles/a.ts', `const is = each.wanted.startsWith('a refusal');`, 'reads a sentence'],
  ['oracles/a.ts', `const is = id === 'AUTH-01';`, 'AUTH-01 is named in general code'],
  ['suites/engine/a.ts', `const id = 'GAP-TOKEN-01/forged';`, 'GAP-TOKEN-01 is named in general'],
  ['suites/state/a.ts', `const is = id.startsWith('LANDLORD-READBACK-');`, 'LANDLORD-READBACK- is'],
  ['oracles/state/a.ts', `const is = /^GAP-/.test(id);`, 'GAP- is named in general code'],
  ['spec/a.ts', `const OF_FIELDS = /-type$|-LEGAL-/;`, '-LEGAL- is named in general code'],
  [
    'load/a.ts',
    `import { a } from './testing/a.ts';`,
    'load/testing/a.ts is there for tests alone',
  ],
  ['reports/a.ts', 'open(`file://${path}`);', 'file://${ fails in a folder such as C#'],
  ['exam/a.test.ts', 'await import(join(root, name));', 'import(join( fails in a folder'],
  ['tools/a.ts', 'new URL(`a.ts`, import.meta.url).pathname;', 'fails in a folder such as C#'],
  ['client/a.ts', 'decodeURI(new URL(url).pathname);', 'decodeURI( fails in a folder such as C#'],
  ['load/a.test.ts', `vi.mock('./a.ts');`, 'vi.mock does nothing'],
  ['shed/a.ts', '', 'shed/ is not a folder we know'],
  ['loose.ts', '', 'only configuration and tests lie here'],
])('%s with %s is a violation', (path, text, violation) => {
  expect(judge(path, text)).toEqual([expect.stringContaining(violation)]);
});

test.each([
  ['spec/a.ts', `import type { FromSchema } from 'json-schema-to-ts';`],
  ['spec/deep/a.ts', `import { a } from '../a.ts';`],
  ['oracles/a.ts', `import { a } from '../spec/a.ts';`],
  ['client/target.ts', `const a = process.env['A'];`],
  ['client/a.ts', `await import(path);`],
  ['client/a.ts', `import { request } from 'undici';`],
  ['cli/a.ts', `import { start } from '../reference/start.ts'; import '../exam/exam.ts';`],
  ['exam/a.ts', `import { start } from '../reference/start.ts'; await import(path);`],
  ['load/a.ts', `new URL('../reports/out/load/', import.meta.url);`],
  ['reports/a.ts', `new URL('../package.json', import.meta.url);`],
  ['oracles/a.test.ts', `import { start } from '../reference/start.ts'; process.env['A'];`],
  ['suites/draft.suite.ts', `import { test } from 'vitest';`],
  ['suites/a.ts', `const NONE: ReadonlySet<string> = new Set();`],
  ['suites/a.ts', `const all = () => {\n  const seen = new Map<string, number>();\n};`],
  ['suites/a.test.ts', `const open = { verdict: 'inconclusive' };`],
  ['suites/a.ts', `const isOpen = ({ verdict }) => verdict === 'inconclusive';`],
  ['runner/a.ts', `import { existsSync, readFileSync } from 'node:fs';`],
  ['store/a.ts', `import { writeFileSync } from 'node:fs';`],
  ['load/scripts/a.ts', `let sent = 0;`],
  ['oracles/judgement-texts.ts', 'const got = `${judged.got}, as well`;'],
  ['reports/a.ts', 'const line = `got ${cell.got}`;'],
  ['oracles/state/a.ts', `const requirement = 'DRAFT-01';`],
  ['cli/a.ts', `// The cells of AUTH-01.`],
  ['load/testing/a.ts', `let sent = 0;`],
  ['client/a.ts', 'await import(pathToFileURL(join(root, name)).href);'],
  ['vitest.config.ts', `import { defineConfig } from 'vitest/config';`],
])('%s with %s is allowed', (path, text) => {
  expect(judge(path, text)).toEqual([]);
});

test('modules that a k6 script reaches use neither packages nor built-ins, and no judges or tables', () => {
  const script = {
    path: 'load/price.ts',
    text: `import http from 'k6/http'; import { a } from './a.ts'; import { b } from '../spec/b.ts';`,
  };
  const reached = { path: 'load/a.ts', text: `import { readFileSync } from 'node:fs';` };
  const nodeSide = { path: 'load/run.ts', text: `import { spawn } from 'node:child_process';` };
  const pure = { path: 'spec/b.ts', text: `import { c } from './operations.ts';` };

  expect(architectureViolations([script, reached, nodeSide, pure])).toEqual([
    'load/a.ts: k6 runs this file and cannot load node:fs',
    'spec/b.ts: k6 would load spec/operations.ts for every virtual user; put the answer into the plan',
  ]);
});
