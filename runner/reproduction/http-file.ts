import type { Piece } from '../../client/secrets/redactor.ts';
import { UsageError } from '../../client/usage-error.ts';
import { callName, type Step } from '../../reports/story/failure-story.ts';
import {
  type IssuedValue,
  issuedValues,
  type ValueUse,
} from '../../reports/story/issued-values.ts';
import { TRACE_HEADER } from '../../spec/trace-context.ts';
import { recordedCell } from '../../reports/console/cell-story.ts';
import { inlineText } from '../../store/printable.ts';
import type { Reproduced } from './shell-script.ts';
import { type Notation, substituting } from './substitution.ts';

const keysOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** Tests if an editor finds the value itself: it is in a body, below keys that a path can name without quotes. */
const isFound = ({ place }: IssuedValue): boolean =>
  'pointer' in place && keysOf(place.pointer).every((key) => /^(?:\d+|[A-Za-z_]\w*)$/.test(key));

const reference = (value: IssuedValue): string => {
  const { name, from, place } = value;
  if (!('pointer' in place) || !isFound(value)) return `{{${name}}}`;
  const path = keysOf(place.pointer).map((key) => (/^\d/.test(key) ? `[${key}]` : `.${key}`));
  return `{{call${from}.response.body.$${path.join('')}}}`;
};

// An editor has no operations on texts: a value that was sent with a difference is set by hand.
const NOTATION: Notation = {
  issued: (value, { kind }) => (kind === 'none' ? reference(value) : `{{${value.name}_${kind}}}`),
  address: (name) => `{{${name}}}`,
};

const variable = (text: string): string =>
  text.startsWith('$') ? `{{$processEnv ${text.replaceAll(/[${}]/g, '')}}}` : text;

/** Throws UsageError for what an editor would expand, include or take for the next call: its files have no escape. */
const literal = (text: string): string => {
  if (/\{\{|^[ \t]*(?:###|<[\s@])/m.test(text))
    throw new UsageError(
      `an .http file cannot hold ${inlineText(text, 100)}, which an editor would expand; make a script: --as script`,
    );
  return text;
};

const written = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return literal(piece);
      return piece.live ? variable(piece.text) : literal(piece.text);
    })
    .join('');

/** Variables that an editor cannot fill itself, each with a comment. */
const setByHand = (
  values: readonly IssuedValue[],
  uses: readonly ValueUse[],
): readonly string[] => {
  const searched = values
    .filter((value) => !isFound(value))
    .map(({ name, from, place }) => {
      const where =
        'segment' in place
          ? `segment ${place.segment + 1} from the end of its Location`
          : `${inlineText(place.pointer, 100)} of its body`;
      return `# Set it after call ${from}: ${where}.\n@${name} =`;
    });
  const edited = uses.flatMap(({ text, issued: { name, from, value }, edit: { kind } }) =>
    kind === 'none'
      ? []
      : [
          `# Set it after call ${from}: the run sent ${inlineText(text, 100)} for ${inlineText(value, 100)}.\n@${name}_${kind} =`,
        ],
  );
  return [...new Set([...searched, ...edited])];
};

const callLines = (
  { exchange, part, decides }: Step,
  text: (from: string) => string,
): readonly string[] => {
  const { request, response } = exchange;
  const { body } = request;
  const sent =
    body?.encoding === 'base64' ? `# ${body.text.length} characters of base64` : body?.text;
  return [
    '',
    `### ${callName(exchange)}: ${part}, recorded ${response?.status ?? 'without an answer'}${decides ? ', decides' : ''}`,
    `# @name call${exchange.n}`,
    `${request.method} ${text(request.url)}`,
    ...Object.entries(request.headers)
      .filter(([name]) => !['host', 'content-length', TRACE_HEADER].includes(name))
      .flatMap(([name, value]) =>
        [value].flat().map((each) => `${request.headerNames?.[name] ?? name}: ${text(each)}`),
      ),
    ...(sent ? ['', text(sent)] : []),
  ];
};

/**
 * The calls of a story as a file for the HTTP clients of editors (VS Code REST Client, Visual Studio), with the ids of the new
 * answers. Secrets come from the environment of the editor.
 */
export const httpFile = (source: Reproduced): string => {
  const { verdict, story, target, redactor, recorded, run, isEmbedded } = source;
  const steps = story.lanes.flat();
  const { values, usesOf } = issuedValues(
    story.lanes.map((lane) => lane.map(({ exchange }) => exchange)),
  );
  const hasTwo = recorded.gap_base_url !== recorded.base_url;
  const uses = steps.flatMap(({ exchange }) => usesOf(exchange));
  return [
    ...recordedCell(verdict, run).map((line) => `# ${line}`),
    ...(isEmbedded ? ['# Set the addresses of a service that assay serve has started.'] : []),
    `@BASE_URL = ${isEmbedded ? '' : target.base_url}`,
    ...(hasTwo ? [`@GAP_BASE_URL = ${isEmbedded ? '' : target.gap_base_url}`] : []),
    ...setByHand(values, uses),
    ...steps.flatMap((step) => {
      const own = substituting(redactor, usesOf(step.exchange), recorded, NOTATION);
      return callLines(step, (from) => written(own.pieces(from)));
    }),
    '',
  ].join('\n');
};
