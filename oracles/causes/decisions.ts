import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { checkpointNotes } from './checkpoints.ts';
import type { DecisionNote, Judged } from './first-cause.ts';
import { counted } from './names.ts';

const accepted = ({ exchanges }: Judged, step: string, line?: Line): number =>
  exchanges.filter(
    ({ operation: on, response, intent }) =>
      on !== undefined &&
      intent === 'legal' &&
      operation(on).step === step &&
      (line === undefined || operation(on).line === line) &&
      response !== undefined &&
      response.status < 300,
  ).length;

/** What others may do, as far as they were let in wherever they should have been refused; undefined where they were not. */
const othersMayInstead = ({ verdicts }: Judged): 'read' | 'everything' | undefined => {
  const wereLetIn = (requirement: string): boolean => {
    const proven = verdicts.filter(
      (each) =>
        each.requirement === requirement && (each.verdict === 'fail' || each.verdict === 'pass'),
    );
    return proven.length > 0 && proven.every(({ verdict }) => verdict === 'fail');
  };
  if (wereLetIn('AUTH-06')) return 'everything';
  return wereLetIn('AUTH-05') ? 'read' : undefined;
};

/** Fails that one declared decision turns into something that a correct service may do. */
const declaredNotes = (judged: Judged): readonly DecisionNote[] => {
  const { decisions, features } = judged.target;
  const notes: DecisionNote[] = [];
  const add = (key: string, sentence: string, explainsFails: boolean): void => {
    notes.push({ key, sentence, explainsFails });
  };
  const may = othersMayInstead(judged);
  if (may !== undefined) {
    add(
      'decisions.othersMay',
      `decisions.othersMay says ${decisions.othersMay}; the second identity was let in wherever it tried. If it may do that, the key is wrong and not the service: set it to ${may}.`,
      true,
    );
  }
  const refused = judged.verdicts.some(
    ({ requirement, verdict }) =>
      (requirement === 'TRAVEL-CAR-04' || requirement === 'TRAVEL-METADATA-04') &&
      verdict === 'fail',
  );
  if (decisions.deleteCarriesBody && refused) {
    add(
      'decisions.deleteCarriesBody',
      'decisions.deleteCarriesBody says true; a deletion with its empty object was refused and the same deletion without a body was served. If something on the way to the service does that, the key is wrong and not the service: set it to false.',
      true,
    );
  }
  const silent = judged.verdicts.filter(({ requirement }) => requirement === 'LASTMOD-01');
  if (
    decisions.lastModified &&
    silent.length > 0 &&
    silent.every((each) => each.verdict === 'fail')
  ) {
    add(
      'decisions.lastModified',
      `decisions.lastModified says true; no answer of the ${counted(silent.length, 'operation')} that list Last-Modified carries it. If this service sends none at all, the key is wrong and not the service: set it to false.`,
      true,
    );
  }
  const leads = accepted(judged, 'lead-create', 'landlord');
  if (!features.landlordLeads && leads > 0) {
    add(
      'features.landlordLeads',
      `features.landlordLeads says false; the service took ${counted(leads, 'landlord lead')} at once: with true, leads are judged like those of the other lines.`,
      false,
    );
  }
  const downloads = accepted(judged, 'contract-download');
  if (decisions.downloadReady === false && downloads > 0) {
    add(
      'decisions.downloadReady',
      `decisions.downloadReady says false; ${counted(downloads, 'download')} came at once: with true, one that is missing is a fault.`,
      false,
    );
  }
  return notes;
};

/** The decisions of a target that its run contradicts, those first that may be why something failed. */
export const decisionNotes = (judged: Judged): readonly DecisionNote[] =>
  [...checkpointNotes(judged), ...declaredNotes(judged)].sort(
    (a, b) => Number(b.explainsFails) - Number(a.explainsFails),
  );
