import { freePorts } from '../../load/instances/start-together.ts';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { warmProgram } from '../testing/warm-program.ts';
import { printedBy, runTranscript, transcriptOf } from './testing/transcript.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-certificate-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installs `npx assay` into a folder: a link to this checkout. */
const layProgram = async (): Promise<string> => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\n${await warmProgram()}\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  return bin;
};

test('what docs/certificate.md says is what happens, line by line', async () => {
  const [base = 0, gap = 0] = await freePorts(2);
  const text = readFileSync(join(PROJECT, 'docs', 'certificate.md'), 'utf8')
    .replaceAll('4010', String(base))
    .replaceAll('4011', String(gap));
  const steps = transcriptOf(text);
  const cwd = join(folder, 'a folder');
  mkdirSync(cwd);

  const printed = await runTranscript(steps, cwd, { PATH: `${await layProgram()}:/usr/bin:/bin` });

  const differ = steps.flatMap((step, at) =>
    printedBy(step).test(printed[at] ?? '') ? [] : [`$ ${step.command}\n${printed[at]}`],
  );
  expect(steps.length).toBeGreaterThan(15);
  expect(differ).toEqual([]);
});
