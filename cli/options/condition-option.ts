import { type Command, Option } from 'commander';

/** Adds `--condition`; its value becomes part of the ids of `--fault`, as in `FAULT~CONDITION`. */
export const addConditionOption = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--condition <id>',
        'let the fault show only under this condition; see assay serve --list-conditions',
      ),
    )
    .hook('preAction', async (_, called) => {
      const { fault, condition } = called.opts<{ fault: readonly string[]; condition?: string }>();
      if (condition === undefined) return;
      // Loaded when it is needed: whoever judges a service of their own does not wait for ours.
      const { withCondition } = await import('../../runner/embedded-choice.ts');
      called.setOptionValue('fault', withCondition(fault, condition));
    });
