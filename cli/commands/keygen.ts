import { generateKeyPairSync } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { folderWriteError } from '../../client/check-writable.ts';
import { systemErrorText, UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { signerOf } from '../../store/certificate/envelope.ts';
import type { CommandContext } from '../command-context.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';

const OWNER_ONLY = 0o600;

/** Writes a new file atomically; never overwrites. */
const writeNew = (path: string, text: string, mode?: number): void => {
  const file = openSync(path, 'wx', mode);
  try {
    writeSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
};

/** Writes the second file of a pair; removes the first one if that fails. */
const writeSecond = (first: string, path: string, text: string): void => {
  try {
    writeNew(path, text);
  } catch (error) {
    rmSync(first, { force: true });
    throw error;
  }
};

const writeError = (folder: string, trouble: string): UsageError =>
  new UsageError(`--out: ${folder} is not writable: ${trouble}; name a writable folder`);

const makePair = (folder: string): readonly string[] => {
  const [secret, open] = [join(folder, 'assay.key'), join(folder, 'assay.pub')];
  const trouble = folderWriteError(folder);
  if (trouble !== undefined) throw writeError(folder, trouble);
  const there = [secret, open].find((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (there !== undefined)
    throw new UsageError(
      `${there} already exists, and keygen never overwrites a key; name another folder with --out, or move the key`,
    );
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  try {
    mkdirSync(folder, { recursive: true });
    writeNew(secret, String(privateKey.export({ format: 'pem', type: 'pkcs8' })), OWNER_ONLY);
    writeSecond(secret, open, String(publicKey.export({ format: 'pem', type: 'spki' })));
  } catch (error) {
    throw writeError(folder, systemErrorText(error));
  }
  return [
    `signs     ${secret} (keep it secret: anyone who has it can sign in your name)`,
    `verifies  ${open} (give it to the recipients of your certificates)`,
    `key id    ${signerOf(publicKey).keyId}`,
  ];
};

/** `assay keygen`: a key pair that signs and verifies certificates. */
export const keygenCommand = ({ conclude }: CommandContext): Command =>
  new Command('keygen')
    .description('create a key pair: assay.key signs certificates, assay.pub verifies them')
    .addOption(
      new Option('--out <folder>', 'write the keys here (default: the current folder)').argParser(
        parsePath,
      ),
    )
    .action(({ out }: { readonly out?: string }) => {
      for (const line of makePair(out ?? process.cwd())) print(line);
      conclude(EXIT.conformant);
    });
