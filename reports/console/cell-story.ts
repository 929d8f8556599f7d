import type { CellVerdict } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import {
  type BodyText,
  type Exchange,
  type HeaderMap,
  insteadOfAnswer,
} from '../../spec/exchange.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { traceAddress } from '../../spec/trace-context.ts';
import { COLUMNS, inlineText, justified, labelled, printable } from '../../store/printable.ts';
import { callName, type FailureStory, type Step } from '../story/failure-story.ts';
import { bodyLines } from '../story/json-lines.ts';
import { MARKS, painter, VERDICT_WORDS } from './paint.ts';

/** Style of the story of a cell. */
export interface StoryStyle {
  readonly colour?: boolean;
  /** True: headers and bodies of every call, not only of those that decide. */
  readonly bodies?: boolean;
  /** Address of a trace of the service. */
  readonly traces?: string | undefined;
}

/** Lines of a body; `exchanges.jsonl` has it in full. */
const BODY_LINES = 60;
const INDENT = '       ';

const placeOf = ({ operation: on }: CellVerdict): string => {
  const { line, name } = operation(on);
  return `${LINE_TITLES[line]} · ${name}`;
};

/** Name of a cell, from ids that were checked: the one in a record may be anybody's text. */
export const nameOf = ({ requirement, operation: on }: CellVerdict): string =>
  cellId(requirement, on);

/** The verdict of a cell in a line, for a list of many. */
export const verdictLine = (cell: CellVerdict): string => {
  const start = `${MARKS[cell.verdict].sign} ${nameOf(cell)}  ${VERDICT_WORDS[cell.verdict]}, `;
  return start + inlineText(cell.got, Math.max(20, COLUMNS - start.length));
};

/** Lines that name a cell, its run and its mismatch, for the head of a file. */
export const recordedCell = (cell: CellVerdict, run: string): readonly string[] => [
  `${inlineText(`${cell.requirement} on ${cell.operation}`, 200)}, as the run ${inlineText(run, 100)} recorded it.`,
  `expected  ${inlineText(cell.wanted, 400)}`,
  `got       ${inlineText(cell.got, 400)}`,
];

const headerLines = (headers: HeaderMap): readonly string[] =>
  Object.entries(headers).map(
    ([name, value]) => INDENT + inlineText(`${name}: ${[value].flat().join(', ')}`, 300),
  );

const bodyText = (body: BodyText | undefined): readonly string[] => {
  if (body === undefined || body.text === '') return [];
  const all =
    body.encoding === 'utf8'
      ? bodyLines(body.text).map(({ text }) => inlineText(text, 1000))
      : [`base64: ${inlineText(body.text, 200)}`];
  const more = all.length - BODY_LINES;
  return [
    ...all.slice(0, BODY_LINES),
    ...(more > 0 ? [`… ${more} more lines in exchanges.jsonl`] : []),
  ].map((line) => INDENT + line);
};

const transcriptOf = ({ request, response }: Exchange): readonly string[] => [
  ...headerLines(request.headers),
  ...bodyText(request.body),
  ...(response === undefined
    ? []
    : [`     → ${response.status}`, ...headerLines(response.headers), ...bodyText(response.body)]),
];

const statusOf = ({ response, error, timings }: Exchange): string =>
  `${response === undefined ? insteadOfAnswer(error) : response.status}, ${Math.round(timings.total)} ms`;

const stepLines = (
  step: Step,
  isParallel: boolean,
  whole: boolean,
  traces: string | undefined,
): readonly string[] => {
  const { exchange, part, decides } = step;
  const { n, request } = exchange;
  const role = `${part}${decides ? ', which decides' : ''}${isParallel ? ', at the same time as its neighbours' : ''}`;
  const start = `  ${String(n).padStart(5)}. ${printable(request.method)} `;
  const { pathname = request.url, search = '' } = URL.parse(request.url) ?? {};
  const answer = inlineText(statusOf(exchange), 60);
  const trace = traceAddress(traces, exchange);
  return [
    `${start}${inlineText(pathname + search, COLUMNS - start.length - answer.length - 3)} → ${answer}`,
    `${INDENT}  ${printable(callName(exchange))}: ${role}`,
    ...(whole && trace !== undefined ? [`${INDENT}  trace ${inlineText(trace, 1000)}`] : []),
    ...(whole ? transcriptOf(exchange) : []),
  ];
};

/** Prints a cell of any verdict, with the calls that show it in the order in which they were sent. */
export const renderCellStory = (
  cell: CellVerdict,
  story: FailureStory,
  { colour = false, bodies = false, traces }: StoryStyle = {},
): string => {
  const paint = painter(colour);
  const { sign, style } = MARKS[cell.verdict];
  const { statement, source } = requirementOf(cell.requirement);
  const title = `${sign} ${cell.requirement}`;
  const value = (label: string, text: string) => labelled(`  ${label.padEnd(10)}`, text, 3);
  const steps = story.lanes.flatMap((lane) =>
    lane.flatMap((step) => {
      const isShown = bodies || step.decides || step.part === 'control request';
      const [first = '', ...rest] = stepLines(step, lane.length > 1, isShown, traces);
      return [step.decides ? paint('bold', first) : first, ...rest];
    }),
  );
  return [
    paint(style, justified(title, placeOf(cell)) ?? `${title}  ${placeOf(cell)}`),
    ...labelled('  ', statement, 4),
    ...value('source', source),
    ...value('verdict', VERDICT_WORDS[cell.verdict]),
    ...(cell.reason === undefined ? [] : value('why', reasonText(cell))),
    ...value('expected', cell.wanted),
    ...value('got', cell.got),
    '',
    ...(steps.length === 0 ? ['  no call of the run shows it'] : steps),
    ...(story.leftOut > 0
      ? [`  ${story.leftOut} more calls on the same objects, which changed nothing`]
      : []),
  ].join('\n');
};
