import type { ResolvedTarget } from '../../client/target.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import type { Sightings } from './examination.ts';
import { lastModifiedRemark } from './last-modified.ts';
import { edit, fine, type Remark, toWrite, unclear } from './remark.ts';

type Target = Pick<ResolvedTarget, 'decisions' | 'features'>;

type Seen = Sightings & { readonly line: Line };

interface Saying {
  readonly about: string;
  readonly path: string;
  readonly declared: boolean | undefined;
  readonly words: readonly [yes: string, no: string];
}

const titles = (lines: readonly Seen[]): string =>
  lines.map(({ line }) => LINE_TITLES[line]).join(', ');

/** What the lines that showed it agree on. Where they do not, one of them may be broken, which no decision may excuse. */
const saying = (
  { about, path, declared, words }: Saying,
  seen: readonly Seen[],
  of: (line: Seen) => boolean | undefined,
): readonly Remark[] => {
  const yes = seen.filter((each) => of(each) === true);
  const no = seen.filter((each) => of(each) === false);
  if (yes.length === 0 && no.length === 0) return [];
  if (yes.length > 0 && no.length > 0)
    return [
      unclear(
        about,
        `${words[0]} (${titles(yes)}), and ${words[1]} (${titles(no)})`,
        `one key, ${path}, decides for all lines: mend the line that differs, or write ${path}: false if that is what the service is meant to do`,
      ),
    ];
  const isSeen = yes.length > 0;
  const found = isSeen ? words[0] : words[1];
  return isSeen === declared ? [fine(about, found)] : [toWrite(about, found, edit(path, isSeen))];
};

/** Milliseconds; a longer read-back delay than this is unusual. */
const longestLag = (sent: readonly Exchange[]): number => {
  const reads = sent.filter(({ operation: on, intent }) => {
    const step = on && operation(on).step;
    return intent === 'legal' && (step === 'draft-get' || step === 'contract-get');
  });
  const lags = [...Map.groupBy(reads, ({ request }) => request.url)].map(([, all]) => {
    const missed = all.find(({ response }) => response?.status === 404);
    const served = all.find(({ response }) => response?.status === 200);
    if (!missed || !served) return 0;
    return Date.parse(served.at) + served.timings.total - Date.parse(missed.at);
  });
  return Math.max(0, ...lags);
};

/** Time for a machine that is busy, milliseconds. */
const SLACK = 2000;

const readBack = (sent: readonly Exchange[], { decisions }: Target): Remark => {
  const about = 'read-back';
  const lag = Math.ceil(longestLag(sent) / 100) * 100;
  const now = decisions.readBackDelay;
  const found =
    lag === 0 ? 'what is written is read at once' : `what is written is read within ${lag} ms`;
  return lag === 0 || lag + SLACK / 2 <= now
    ? fine(about, `${found} (decisions.readBackDelay is ${now})`)
    : toWrite(about, found, edit('decisions.readBackDelay', lag + SLACK));
};

/** What the lines say of the decisions that the target makes for all of them. */
export const decisionRemarks = (
  target: Target,
  seen: readonly Seen[],
  sent: readonly Exchange[],
): readonly Remark[] => {
  const { decisions, features } = target;
  const lines = seen.map(({ line }) => line);
  return [
    ...saying(
      {
        about: 'payment status',
        path: 'decisions.paymentStatusExists',
        declared: decisions.paymentStatusExists,
        words: ['is served before any payment', 'is not served before a payment'],
      },
      seen,
      ({ paymentStatus }) => paymentStatus,
    ),
    ...saying(
      {
        about: 'contract document',
        path: 'decisions.downloadReady',
        declared: decisions.downloadReady,
        words: ['can be downloaded at once', 'cannot be downloaded at once'],
      },
      seen,
      ({ downloadReady }) => downloadReady,
    ),
    ...saying(
      {
        about: 'landlord leads',
        path: 'features.landlordLeads',
        declared: features.landlordLeads,
        words: ['are live', 'are not live'],
      },
      seen.filter(({ line }) => line === 'landlord'),
      ({ leadsLive }) => leadsLive,
    ),
    lastModifiedRemark(sent, lines, target),
    readBack(sent, target),
  ];
};
