import {
  type EnvironmentEffect,
  ENVIRONMENT_RULES,
} from '../../client/target/environment-rules.ts';
import { type GeneratedPage, inMarkdown } from './generated-page.ts';

/** Effects on a run, the gravest first. */
const EFFECTS: Readonly<Record<EnvironmentEffect, string>> = {
  refused: 'Assay ends with exit 2 before it sends anything, and says what to take out.',
  insecure:
    'As `--insecure`: only for this machine and `testHosts` of the target, said first, recorded, and never certified.',
  uncertified:
    'The run says it first and `run.json` records it; `assay certify` grants no certificate, only a statement of results.',
  said: 'The run says it first, and `run.json` records it.',
  recorded: '`run.json` records it.',
  harmless: 'Nothing.',
};

const sectionOf = (effect: EnvironmentEffect): string => {
  const rows = ENVIRONMENT_RULES.filter((rule) => rule.effect === effect).map(
    ({ names, value, what, tls, inFile }) => {
      const shown = names.replaceAll(/\S+/g, '`$&`').replaceAll(' ', ', ');
      const when =
        value === undefined
          ? ''
          : ` (matching \`${value.source.replaceAll('|', String.raw`\|`)}\`)`;
      return `| ${shown}${when} | ${inMarkdown(what)} | ${tls ? 'with https' : 'always'} | ${inFile ? 'yes' : 'no'} |`;
    },
  );
  return [
    `## ${effect}`,
    '',
    EFFECTS[effect],
    '',
    '| variable or flag of Node | what it does | counts | read from `.env` |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
};

/** Renders the effect of every variable of Node, OpenSSL and the system on a run, from the table that the run goes by. */
export const environmentPage = (): GeneratedPage => {
  const about =
    'Variables of Node, OpenSSL, the dynamic linker and k6 can change what a run trusts, or what is loaded into it. Assay decides each of them. Flags count in `NODE_OPTIONS` and, in the installed package, on the command line of Node. No value is ever shown or recorded.';
  const sections = (Object.keys(EFFECTS) as EnvironmentEffect[]).map(sectionOf);
  return {
    path: 'reference/environment.md',
    text: ['# The environment', about, ...sections].join('\n\n'),
  };
};
