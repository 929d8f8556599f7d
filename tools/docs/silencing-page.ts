import type { Facts } from '../../oracles/facts.ts';
import { ledger } from '../../oracles/ledger.ts';
import { SILENCING_KEYS, type SilencingKey } from '../../oracles/silencing.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { LINES } from '../../spec/line.ts';
import { type GeneratedPage, escapeMarkdown } from './reference-pages.ts';
import { requirementLink } from './requirement-pages.ts';

const NO_KEY_SET: Facts = {
  identities: { owner: { auth: { scheme: 'bearer' } }, other: {}, withoutRights: {} },
  decisions: {
    lastModified: true,
    paymentStatusExists: true,
    readBackDelay: 0,
    othersMay: 'nothing',
  },
  features: { landlordLeads: true },
  sideEffects: { leads: 'allow', contracts: 'allow' },
  whiteLabels: ['only'],
};

const { identities, decisions, sideEffects } = NO_KEY_SET;
const NOBODY = { auth: { scheme: 'none' } };

/** A value of a key that silences cells, in its notation, and the facts of a target with only this key. */
interface Silencing {
  readonly written: string;
  readonly facts: Partial<Facts>;
}

const decided = (written: string, more: Partial<Facts['decisions']>): Silencing => ({
  written,
  facts: { decisions: { ...decisions, ...more } },
});

const VALUES: Readonly<Record<string, readonly Silencing[]>> = {
  'sideEffects.leads': [
    { written: 'never', facts: { sideEffects: { ...sideEffects, leads: 'never' } } },
  ],
  'sideEffects.contracts': [
    { written: 'never', facts: { sideEffects: { ...sideEffects, contracts: 'never' } } },
  ],
  'identities.owner.auth': [
    { written: 'scheme: none', facts: { identities: { ...identities, owner: NOBODY } } },
  ],
  'identities.withoutRights': [
    { written: 'left out', facts: { identities: { ...identities, withoutRights: undefined } } },
  ],
  'identities.other': [
    { written: 'left out', facts: { identities: { ...identities, other: undefined } } },
  ],
  identities: [{ written: 'no credential at all', facts: { identities: { owner: NOBODY } } }],
  'decisions.othersMay': [
    decided('read', { othersMay: 'read' }),
    decided('everything', { othersMay: 'everything' }),
    decided('left out', { othersMay: undefined }),
  ],
  'decisions.deleteCarriesBody': [decided('false', { deleteCarriesBody: false })],
  whiteLabels: [
    { written: 'left out', facts: { whiteLabels: [] } },
    { written: 'several', facts: { whiteLabels: ['a', 'b'] } },
  ],
  'decisions.lastModified': [decided('false', { lastModified: false })],
  'decisions.purchaseMoment': [decided('payment', { purchaseMoment: 'payment' })],
  'decisions.landlordBirthdateRequired': [decided('false', { landlordBirthdateRequired: false })],
  gapPrice: [{ written: '{ amount: 1325 }', facts: { gapPrice: { amount: 1325 } } }],
  'features.landlordLeads': [{ written: 'false', facts: { features: { landlordLeads: false } } }],
  'decisions.paymentStatusExists': [decided('false', { paymentStatusExists: false })],
  'decisions.downloadReady': [decided('false', { downloadReady: false })],
};

/** Cells of all lines that one key silences given these facts. */
const silencedBy = ({ why }: SilencingKey, facts: Partial<Facts>): readonly RequirementId[] =>
  ledger({ lines: LINES }, NO_KEY_SET)
    .filter(
      ({ requirement, operation: on }) =>
        why(requirement, on, { ...NO_KEY_SET, ...facts }) !== undefined,
    )
    .map(({ requirement }) => requirement);

/** Requirements that are listed; a key of side effects silences hundreds. */
const MOST = 6;

const named = (requirements: readonly RequirementId[]): string => {
  const ids = [...new Set(requirements)];
  const more = ids.length - MOST;
  return `${ids.slice(0, MOST).map(requirementLink).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const rowsOf = (row: SilencingKey): readonly string[] => {
  const { key, subject, becomes, isNeeded } = row;
  return (VALUES[key] ?? []).map(({ written, facts }) => {
    const cells = silencedBy(row, facts);
    const most = becomes === 'observed' ? 'at most ' : '';
    const becomesText = becomes === 'observed' ? 'observed' : 'not applicable';
    return `| \`${key}\` | ${escapeMarkdown(written)} | ${escapeMarkdown(subject)} | ${becomesText} | ${most}${cells.length}: ${named(cells)} | ${isNeeded ? 'yes' : 'no'} |`;
  });
};

/** Page of every key of a target file that can silence cells, with the cells. Throws for a key without such a value. */
export const silencingPage = (): GeneratedPage => {
  const rows = SILENCING_KEYS.map(rowsOf);
  const missing = SILENCING_KEYS.find((_, at) => rows[at]?.length === 0);
  if (missing)
    throw new Error(`expected a value of ${missing.key} that silences cells, found none`);
  const text = [
    '# What a target can silence',
    'The target file can exclude cells from judgement. A run says so in a line that begins with `not judged:`, and a certificate lists the gaps by subject. A line gets no certificate if it lacks anything that this page marks as needed. No other key silences a cell.',
    [
      '| key | value | subject | becomes | cells of all lines | needed |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows.flat(),
    ].join('\n'),
  ].join('\n\n');
  return { path: 'reference/silencing.md', text };
};
