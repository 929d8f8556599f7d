import { stringify } from 'yaml';
import { LINES } from '../../spec/line.ts';
import type { Answers } from './answers.ts';
import { type DeclaredIdentity, identitiesOf } from './variables.ts';

const inLine = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

const authOf = (answers: Answers, { variables }: DeclaredIdentity): object => {
  const { auth, keyIn, keyName, tokenUrl } = answers;
  const credential = Object.fromEntries(
    variables.map(([field, variable]) => [field, `\${${variable}}`]),
  );
  if (auth === 'api-key') return { scheme: 'apiKey', in: keyIn, name: keyName, ...credential };
  if (auth === 'oauth2') return { scheme: 'oauth2', tokenUrl, ...credential };
  return { scheme: auth, ...credential };
};

const identityLines = (answers: Answers): readonly string[] =>
  identitiesOf(answers).flatMap((identity) => [
    `  # ${identity.who}`,
    `  ${identity.name}:`,
    `    auth: ${inLine(authOf(answers, identity))}`,
  ]);

const addressLines = ({ baseUrl, gapBaseUrl }: Answers): readonly string[] => [
  '# Jobloss, travel and landlord.',
  `base_url: ${inLine(baseUrl)}`,
  ...(gapBaseUrl === baseUrl ? [] : ['# Motor gap.', `gap_base_url: ${inLine(gapBaseUrl)}`]),
];

const lineLines = ({ line }: Answers): readonly string[] =>
  line.length === LINES.length
    ? []
    : [`# It has not all four lines: call every command with --line ${line.join(',')}`];

/** The first target file: the answers with a comment per key, and placeholders for what only the owner knows. */
export const targetText = (answers: Answers): string => {
  const { leads, contracts, mailDomain, baseUrl } = answers;
  return [
    '# What Assay has to know of this service. target.schema.json, which comes with Assay, lists all keys.',
    ...lineLines(answers),
    `name: ${inLine(new URL(baseUrl).hostname)}`,
    ...addressLines(answers),
    '',
    '# Who calls. Secrets stand in the environment or in .env, never here.',
    'identities:',
    ...identityLines(answers),
    '',
    '# Leads send e-mail, contracts may cost money: allow or never.',
    'sideEffects:',
    `  leads: ${leads}`,
    `  contracts: ${contracts}`,
    '# Domain of every e-mail address in the drafts; its mail must reach you and nobody else.',
    `mailDomain: ${inLine(mailDomain)}`,
    '',
    '# What no answer shows; take away the # and write what is real for this service.',
    '# paymentTerms: [YEARLY]',
    "# vehicleCodes: [{ code: '10000', vehicleType: '10', country: BE }]",
    '# whiteLabels: []',
    '# bodies:',
    "#   travel.person-post: { name: '{{person.body.firstName}}' }",
    '',
  ].join('\n');
};
