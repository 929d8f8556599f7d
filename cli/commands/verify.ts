import { Command, Option } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { Foreign, Refused } from '../../store/certificate/bounded-file.ts';
import { inlineText } from '../../store/printable.ts';
import { dayOf } from '../../store/clock.ts';
import type { CommandContext } from '../command-context.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';
import { challengeOf, parseChallenge } from './challenge.ts';
import {
  parseAge,
  verifyCertificate,
  type VerifyOptions,
} from '../../runner/certificate/verify-certificate.ts';

/** Longest sentence in characters; it may quote names and values of the document. */
const MAX_LENGTH = 1000;

const errorText = ({ message }: Error): string => inlineText(message, MAX_LENGTH);

/** `assay verify`: verifies a certificate offline. */
export const verifyCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('verify')
    .description(
      'verify a certificate offline: its signature and, with --evidence, every file and verdict',
    )
    .addOption(
      new Option(
        '--evidence <run>',
        'folder or name of the run, such as latest; judges its recording again',
      ),
    )
    .addOption(
      new Option('--key <file>', 'require a signature by this key, such as assay.pub').argParser(
        parsePath,
      ),
    )
    .addOption(
      new Option(
        '--challenge <nonce>',
        'require that the run answers this challenge, which you issued with assay challenge',
      ).argParser(parseChallenge),
    )
    .addOption(
      new Option('--max-age <age>', 'reject a run older than this, such as 7d or 12h').argParser(
        parseAge,
      ),
    )
    .addOption(
      new Option('--page <file>', 'write the certificate as a page to print').argParser(parsePath),
    )
    .argument('<certificate>', 'certificate.json of a run', parsePath)
    .action((path: string, given: VerifyOptions) => {
      const options = { ...given, challenge: challengeOf(given.challenge) };
      try {
        const today = dayOf(new Date());
        const { lines, exitCode } = verifyCertificate(path, options, { version, today });
        for (const line of lines) print(line);
        conclude(exitCode);
      } catch (error) {
        if (error instanceof Foreign) throw new UsageError(errorText(error), { cause: error });
        if (!(error instanceof Refused)) throw error;
        print(`refused: ${errorText(error)}`);
        conclude(EXIT.nonConformant);
      }
    });
