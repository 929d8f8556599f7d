import { needs, requirementOf } from '../../spec/catalogue.ts';
import type { Need } from '../../spec/requirement.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { counted } from '../../spec/message-text.ts';
import { type DecisionNote, type Judged, recorded, type Recorded } from './first-cause.ts';
import { type DeclaredCheckpoint, type Stage, STAGES } from '../../spec/declared-checkpoint.ts';
import type { Finding } from '../finding.ts';

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

/** The rights of other identities in this run, if they were accepted wherever they must be refused; else undefined. */
const othersMayInstead = ({ verdicts }: Judged): 'read' | 'everything' | undefined => {
  const wereAccepted = (need: Need): boolean => {
    const proven = verdicts.filter(
      ({ requirement, verdict }) =>
        needs(requirement, need) && (verdict === 'fail' || verdict === 'pass'),
    );
    return proven.length > 0 && proven.every(({ verdict }) => verdict === 'fail');
  };
  if (wereAccepted('other-may-not-change')) return 'everything';
  return wereAccepted('other-may-not-read') ? 'read' : undefined;
};

/** Fails that a correct service may have if one decision is declared differently. */
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
      `decisions.othersMay says ${decisions.othersMay}; the second identity was accepted on every attempt. If it is allowed to do that, the key is wrong, not the service: set it to ${may}.`,
      true,
    );
  }
  const refused = judged.verdicts.some(
    ({ requirement, verdict }) => needs(requirement, 'deletions-with-body') && verdict === 'fail',
  );
  if (decisions.deleteCarriesBody && refused) {
    add(
      'decisions.deleteCarriesBody',
      'decisions.deleteCarriesBody says true; a deletion with an empty object as the body was refused and the same deletion without a body was accepted. If a proxy in front of the service causes that, the key is wrong, not the service: set it to false.',
      true,
    );
  }
  const silent = judged.verdicts.filter(({ requirement }) => needs(requirement, 'last-modified'));
  if (
    decisions.lastModified &&
    silent.length > 0 &&
    silent.every((each) => each.verdict === 'fail')
  ) {
    add(
      'decisions.lastModified',
      `decisions.lastModified says true; no answer of the ${counted(silent.length, 'operation')} that list Last-Modified carries it. If this service is not meant to send the header, the key is wrong, not the service: set it to false.`,
      true,
    );
  }
  const leads = accepted(judged, 'lead-create', 'landlord');
  if (!features.landlordLeads && leads > 0) {
    add(
      'features.landlordLeads',
      `features.landlordLeads says false; the service accepted ${counted(leads, 'landlord lead')}. Set it to true to have landlord leads judged like those of the other lines.`,
      false,
    );
  }
  const downloads = accepted(judged, 'contract-download');
  if (decisions.downloadReady === false && downloads > 0) {
    add(
      'decisions.downloadReady',
      `decisions.downloadReady says false; ${counted(downloads, 'download')} succeeded at once. Set it to true to have a missing document judged as a fault.`,
      false,
    );
  }
  return notes;
};

/** Decisions of a target that its run contradicts; those that may explain a fail come first. */
export const decisionNotes = (judged: Judged): readonly DecisionNote[] =>
  [...checkpointNotes(judged), ...declaredNotes(judged)].sort(
    (a, b) => Number(b.explainsFails) - Number(a.explainsFails),
  );

/** The stage at which a faulty draft got its last answer. */
const stageOf = ({ exchanges }: Finding, { byNumber }: Recorded): Stage | undefined => {
  const on = byNumber.get(exchanges.at(-1) ?? 0)?.operation;
  if (on === undefined) return undefined;
  const { step } = operation(on);
  if (step === 'draft-create' || step === 'draft-update') return 'write';
  if (step === 'price-request') return 'price';
  return step === 'contract-create' ? 'contract' : undefined;
};

const WHERE: Readonly<Record<Stage, string>> = {
  write: 'at the write',
  price: 'at the price request',
  contract: 'at the contract',
};

/** Outcome of the probes of one checkpoint. */
interface Tried {
  readonly key: DeclaredCheckpoint;
  readonly declared: Stage;
  /** Stages that refused a probe in time. */
  readonly refused: readonly Stage[];
  readonly accepted: number;
  readonly probes: number;
}

/** True for a wrong type, which most services refuse immediately, whatever they do with other faults (E3). */
const isOfType = ({ requirement }: Finding): boolean => requirement.endsWith('-type');

const triedOf = ({ findings, exchanges, target }: Judged): readonly Tried[] => {
  const all = recorded(exchanges);
  return [
    ...Map.groupBy(findings, ({ requirement }) => requirementOf(requirement).checkpoint),
  ].flatMap(([key, own]) => {
    const declared = key && target.decisions.checkpoints[key];
    if (key === undefined || declared === undefined) return [];
    // Some faults of a field must be refused immediately, whatever the key says.
    const judged = own.filter((each) => each.checkpoint === declared && !isOfType(each));
    const passed = judged.filter(({ verdict }) => verdict === 'pass');
    const refused = passed.flatMap((finding) => stageOf(finding, all) ?? []);
    const accepted = judged.filter(({ verdict }) => verdict === 'fail').length;
    return [{ key, declared, refused, accepted, probes: judged.length }];
  });
};

/** Minimum number of refusals that are evidence about a rule. */
const MIN_REFUSALS = 3;

const latestOf = (stages: readonly Stage[]): Stage =>
  STAGES[Math.max(0, ...stages.map((stage) => STAGES.indexOf(stage)))] ?? 'write';

const isEarlier = ({ declared, refused, probes }: Tried): boolean =>
  refused.length >= MIN_REFUSALS &&
  refused.length === probes &&
  STAGES.indexOf(latestOf(refused)) < STAGES.indexOf(declared);

const earlier = (tried: readonly Tried[]): readonly DecisionNote[] => {
  const found = tried.filter(isEarlier);
  const [first] = found;
  if (!first) return [];
  const each = found.map(
    ({ key, declared, refused }) =>
      `${key} says ${declared}, but all ${counted(refused.length, 'probe')} were refused ${WHERE[latestOf(refused)]}`,
  );
  return [
    {
      key: `decisions.checkpoints.${first.key}`,
      sentence: `decisions.checkpoints: ${each.join('; ')}. Set the earlier step to find faults that this step accepts and a later one refuses.`,
      explainsFails: false,
    },
  ];
};

const later = ({ key, declared, refused, accepted, probes }: Tried): readonly DecisionNote[] => {
  const after = STAGES.slice(STAGES.indexOf(declared) + 1);
  // One accepted value among many refused ones is a fault of the service, not of the key.
  if (after.length === 0 || accepted <= refused.length) return [];
  return [
    {
      key: `decisions.checkpoints.${key}`,
      sentence: `decisions.checkpoints.${key} says ${declared}; the service accepted ${accepted} of ${counted(probes, 'probe')} ${WHERE[declared]}. If it refuses them later, the key is wrong, not the service: set it to ${after.join(' or ')}.`,
      explainsFails: true,
    },
  ];
};

/** Checkpoints that are declared too early or too late (P6). */
const checkpointNotes = (judged: Judged): readonly DecisionNote[] => {
  const tried = triedOf(judged);
  return [...tried.flatMap(later), ...earlier(tried)];
};
