import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf, UsageError, systemErrorText } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { readSmallText } from '../../store/certificate/bounded-file.ts';
import { challengeProblem, newChallenge } from '../../store/certificate/challenge.ts';
import type { CommandContext } from '../command-context.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';

const isFile = (value: string): boolean => /[./\\]/.test(value);

const challengeHint = (problem: string): string =>
  `Expected a challenge as assay challenge prints it, or a file with one; ${problem}. The recipient of the certificate creates it.`;

/** Parses a challenge, or the name of a file that `challengeOf` reads. Throws InvalidArgumentError. */
export const parseChallenge = (value: string): string => {
  const problem = isFile(value) ? undefined : challengeProblem(value);
  if (problem === undefined) return value;
  throw new InvalidArgumentError(challengeHint(problem));
};

/** Bytes; a larger file is not a challenge. */
const MAX_BYTES = 4096;

/** The challenge itself, or the one in the named file. Throws UsageError. */
export const challengeOf = (value: string | undefined): string | undefined => {
  if (value === undefined || !isFile(value)) return value;
  try {
    const challenge = readSmallText(value, MAX_BYTES, value).trim();
    const problem = challengeProblem(challenge);
    if (problem === undefined) return challenge;
    throw new UsageError(`--challenge: ${value} contains no challenge. ${challengeHint(problem)}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--challenge: ${messageOf(error)}. ${challengeHint('there is none')}`);
  }
};

/**
 * Writes a challenge to a new file; never overwrites, since a certificate for the earlier challenge may still arrive.
 */
const writeChallenge = (path: string, challenge: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${challenge}\n`, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as { code?: unknown }).code === 'EEXIST';
    throw new UsageError(
      isThere
        ? `--out: ${path} already exists, and a challenge is never overwritten; name another file`
        : `--out: ${path} is not writable: ${systemErrorText(error)}; name a writable file`,
    );
  }
};

/** `assay challenge`: a nonce of the recipient, which proves that a certificate's run was made after it. */
export const challengeCommand = ({ conclude }: CommandContext): Command =>
  new Command('challenge')
    .description(
      'print a fresh nonce for a certificate; pass it to certify and verify with --challenge',
    )
    .addOption(new Option('--out <file>', 'also write it to this file').argParser(parsePath))
    .action(({ out }: { readonly out?: string }) => {
      const challenge = newChallenge(new Date());
      if (out !== undefined) writeChallenge(out, challenge);
      print(challenge);
      conclude(EXIT.conformant);
    });
