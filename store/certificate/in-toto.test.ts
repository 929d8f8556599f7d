import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sealedRun } from '../../reports/testing/sample-sealed-run.ts';
import { canonicalText, envelopeText, signerOf } from './envelope.ts';
import { statementOf } from './statement.ts';
import { testResultText } from '../../reports/certificate/test-result.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-in-toto-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VALIDATOR = fileURLToPath(new URL('../testing/in-toto', import.meta.url));
const run = promisify(execFile);

/** Builds the validator with the tools of this machine; undefined if Go or its modules are missing. */
const builtValidator = async (): Promise<string | undefined> => {
  const program = join(folder, 'validate');
  try {
    await run('go', ['build', '-o', program, '.'], { cwd: VALIDATOR });
    return program;
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    // Any other error is a bug of the validator.
    if (code === 'ENOENT' || /dial tcp|lookup |proxy|GOPROXY/.test(stderr)) return undefined;
    throw error;
  }
};

test.for(drawnInTurn('in-toto', ['in-toto itself accepts the certificate and the test result']))(
  '%s',
  async (_title, { skip }) => {
    const validator = await builtValidator();
    if (validator === undefined)
      skip('no Go, or no github.com/in-toto/attestation on this machine');
    const { privateKey } = generateKeyPairSync('ed25519');
    const sealed = sealedRun();
    const statement = statementOf(sealed, signerOf(privateKey), { command: 'certify', runs: 25 });
    const texts = [canonicalText(statement, 0), testResultText(statement, sealed.verdicts)];
    const files = texts.map((text, at) => {
      const path = join(folder, `${at}.json`);
      writeFileSync(path, envelopeText(text, privateKey));
      return path;
    });

    const { stdout } = await run(String(validator), files);

    expect(stdout.split('\n')).toEqual([
      'urn:assay:conformance:v1 2',
      `https://in-toto.io/attestation/test-result/v0.1 PASSED ${sealed.verdicts.length}`,
      '',
    ]);
  },
);
