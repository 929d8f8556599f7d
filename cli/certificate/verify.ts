import { Command, Option } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { Foreign, Refused } from '../../reports/certificate/refused.ts';
import { inLine } from '../../reports/console/printable.ts';
import { dayOf } from '../clock.ts';
import type { CommandContext } from '../command-context.ts';
import { parsePath } from '../parse-values.ts';
import { print } from '../print.ts';
import { verifyCertificate, type VerifyOptions } from './verify-certificate.ts';

/** Characters of a sentence, in which names and values of the document may stand. */
const LONGEST = 1000;

const told = ({ message }: Error): string => inLine(message, LONGEST);

/** `assay verify`: whether a certificate is what it says, offline. */
export const verifyCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('verify')
    .description(
      'check a certificate without a network: its signature, and with the evidence every file and every verdict',
    )
    .addOption(
      new Option(
        '--evidence <run>',
        'the folder of its run, or its name, such as latest: judges all that was recorded again',
      ),
    )
    .addOption(
      new Option('--key <file>', 'whose signature is wanted, such as assay.pub').argParser(
        parsePath,
      ),
    )
    .addOption(
      new Option('--page <file>', 'write the page of the certificate, to be printed').argParser(
        parsePath,
      ),
    )
    .argument('<certificate>', 'certificate.json of a run', parsePath)
    .action((path: string, options: VerifyOptions) => {
      try {
        const today = dayOf(new Date());
        const { lines, exitCode } = verifyCertificate(path, options, { version, today });
        for (const line of lines) print(line);
        conclude(exitCode);
      } catch (error) {
        if (error instanceof Foreign) throw new UsageError(told(error), { cause: error });
        if (!(error instanceof Refused)) throw error;
        print(`refused: ${told(error)}`);
        conclude(EXIT.nonConformant);
      }
    });
