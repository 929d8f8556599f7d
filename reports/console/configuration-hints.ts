import { needs } from '../../spec/catalogue.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { DecisionNote } from '../../oracles/causes/first-cause.ts';
import { labelled } from '../../store/printable.ts';

/** Evidence about the configuration in a run; contains no secrets. */
export interface ConfigurationEvidence {
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly CellVerdict[];
  readonly addresses: { readonly base: string; readonly gap: string };
}

const isPage = ({ response }: Exchange): boolean =>
  /^text\/html\b/i.test([response?.headers['content-type'] ?? ''].flat()[0] ?? '');

const pages = ({ exchanges, addresses }: ConfigurationEvidence): string | undefined => {
  const count = exchanges.filter(isPage).length;
  if (count === 0 || count * 2 < exchanges.length) return undefined;
  return [
    `${count} of ${exchanges.length} answers are HTML pages. Is this the address of the service, not of a website,`,
    `a login page or a proxy in front of it?  ${[...new Set(Object.values(addresses))].join('  ')}`,
  ].join('\n');
};

const judgedOn = (
  verdicts: readonly CellVerdict[],
  isMeant: (requirement: string) => boolean,
): readonly CellVerdict[] =>
  verdicts.filter(
    ({ requirement, verdict }) =>
      isMeant(requirement) && (verdict === 'pass' || verdict === 'fail'),
  );

/** Either the service ignores rights everywhere, or the credential has them: only the owner knows. */
const rights = ({ verdicts }: ConfigurationEvidence): string | undefined => {
  const judged = judgedOn(verdicts, (id) => needs(id, 'caller-without-rights'));
  if (judged.length < 2 || judged.some(({ verdict }) => verdict === 'pass')) return undefined;
  return [
    `identities.withoutRights was never refused (${judged[0]?.requirement}, ${judged.length} operations). Is this the credential of a caller`,
    'without rights, not of the owner or of another customer?',
  ].join('\n');
};

const gapAddress = ({ verdicts, addresses }: ConfigurationEvidence): string | undefined => {
  if (addresses.gap !== addresses.base) return undefined;
  const creations = judgedOn(verdicts, (id) => id === LEGAL_CALL.served).filter(({ cell }) =>
    cell.endsWith('.draft-create'),
  );
  const [gap] = creations.filter(({ line }) => line === 'gap');
  const others = creations.filter(({ line }) => line !== 'gap');
  if (gap?.verdict !== 'fail' || !others.some(({ verdict }) => verdict === 'pass'))
    return undefined;
  return [
    'Motor gap drafts are not found at the address of the other lines. If motor gap has an address of its own,',
    `set gap_base_url; it is now that of base_url: ${addresses.gap}`,
  ].join('\n');
};

/** Doubts about the configuration that a run raises and cannot settle; they do not change verdicts. */
export const configurationHints = (evidence: ConfigurationEvidence): readonly string[] =>
  [pages, rights, gapAddress].flatMap((hint) => hint(evidence) ?? []);

/** Notes that are printed; the others are counted. */
const SHOWN = 4;

/** Renders notes on the target's decisions, each in at most five lines; empty if there are none. */
export const renderDecisionNotes = (notes: readonly DecisionNote[]): string => {
  const blocks = notes
    .slice(0, SHOWN)
    .map(({ sentence }) => labelled('note  ', sentence, 5).join('\n'));
  const rest = notes.length - SHOWN;
  return [...blocks, ...(rest > 0 ? [`… and ${rest} more of the target's decisions`] : [])].join(
    '\n',
  );
};
