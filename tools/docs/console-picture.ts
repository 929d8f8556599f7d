import { xmlText } from '../../reports/xml.ts';

/** Colours of the console's styles, by their codes. */
const COLOURS: Readonly<Record<string, string>> = {
  1: '#f0f6fc',
  2: '#8b949e',
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  35: '#d2a8ff',
  90: '#8b949e',
};
const PLAIN = '#c9d1d9';
const COLUMNS = 104;
const [CHARACTER, LINE, MARGIN] = [8.4, 20, 16];
// eslint-disable-next-line no-control-regex -- control codes of a terminal
const STYLE = /\u001b\[(\d+)m/;

/** Splits a line at the width of the terminal. */
const wrapped = (line: string): readonly string[] => {
  const plain = line
    .split(STYLE)
    .filter((_, at) => at % 2 === 0)
    .join('');
  if (plain.length <= COLUMNS) return [line];
  const rows = plain.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? [];
  const [, code] = line.split(STYLE);
  return rows.map((row) => (code === undefined ? row : `\u001b[${code}m${row}`));
};

/** Renders a printed text as a terminal shows it, with colours, as a self-contained SVG. */
export const consolePicture = (printed: string): string => {
  const lines = printed.trimEnd().split('\n').flatMap(wrapped);
  const rows = lines.map((line, row) => {
    let colour = PLAIN;
    const spans = line.split(STYLE).map((part, at) => {
      if (at % 2 === 1) colour = COLOURS[part] ?? PLAIN;
      return at % 2 === 1 || part === '' ? '' : `<tspan fill="${colour}">${xmlText(part)}</tspan>`;
    });
    return `<text x="${MARGIN}" y="${MARGIN + LINE * (row + 0.8)}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const [width, height] = [
    Math.round(COLUMNS * CHARACTER + 2 * MARGIN),
    lines.length * LINE + 2 * MARGIN,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What assay gate prints at its end">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`;
};
