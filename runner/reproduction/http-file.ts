import type { Piece } from '../../client/secrets/redactor.ts';
import { callName, type Step } from '../../reports/story/failure-story.ts';
import {
  type IssuedValue,
  issuedValues,
  type ValueUse,
} from '../../reports/story/issued-values.ts';
import { recordedCell } from '../../reports/console/cell-story.ts';
import { inlineText } from '../../store/printable.ts';
import type { Reproduced } from './shell-script.ts';
import { type Notation, substituting } from './substitution.ts';

/** JSONPath of a JSON pointer. */
const jsonPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, key) => {
      if (/^\d+$/.test(key)) return `${path}[${key}]`;
      return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}['${key}']`;
    }, '$');

const reference = ({ name, from, place }: IssuedValue): string =>
  'pointer' in place ? `{{call${from}.response.body.${jsonPath(place.pointer)}}}` : `{{${name}}}`;

// An editor has no operations on texts: a value that was sent with a difference is set by hand.
const NOTATION: Notation = {
  issued: (value, { kind }) => (kind === 'none' ? reference(value) : `{{${value.name}_${kind}}}`),
  address: (name) => `{{${name}}}`,
};

const variable = (text: string): string =>
  text.startsWith('$') ? `{{$processEnv ${text.replaceAll(/[${}]/g, '')}}}` : text;

const written = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.live ? variable(piece.text) : piece.text;
    })
    .join('');

/** Variables that an editor cannot fill itself, each with a comment. */
const setByHand = (
  values: readonly IssuedValue[],
  uses: readonly ValueUse[],
): readonly string[] => {
  const segments = values.flatMap(({ name, from, place }) =>
    'segment' in place
      ? [
          `# Set it after call ${from}: segment ${place.segment + 1} from the end of its Location.\n@${name} =`,
        ]
      : [],
  );
  const edited = uses.flatMap(({ text, issued: { name, from, value }, edit: { kind } }) =>
    kind === 'none'
      ? []
      : [
          `# Set it after call ${from}: the run sent ${inlineText(text, 100)} for ${inlineText(value, 100)}.\n@${name}_${kind} =`,
        ],
  );
  return [...new Set([...segments, ...edited])];
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
      .filter(([name]) => name !== 'host' && name !== 'content-length')
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
