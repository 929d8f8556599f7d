import type { Exchange } from '../../spec/exchange.ts';
import { decodeComponent } from '../../spec/place-in-answer.ts';
import { isObject, jsonBody, shorten } from './json-body.ts';

const SOURCE_FILE = String.raw`\.(?:[cm]?[jt]sx?|java|kt|py|rb|php|cs|vb|go|rs|class|jar|dll|so|sql|conf|cfg|ini|ya?ml|properties|log|env|pem|key|sqlite|db)`;

/** Server internals that an answer can disclose, most serious first, with their signs. */
const SIGNS = {
  'evaluated template': [],
  SQL: [
    /\bORA-\d{5}\b|\bSQLSTATE\b|You have an error in your SQL syntax|syntax error at or near "/,
    /violates (?:unique|foreign key|not-null|check) constraint|Unclosed quotation mark|Incorrect syntax near/,
    /\bSQLITE_[A-Z]+\b|near "[^"\n]{0,40}": syntax error|E11000 duplicate key|\bpsycopg2\.|\bjava\.sql\.|org\.hibernate\./,
    /\bSELECT\s[^\n;]{1,300}\sFROM\s+["`[\w.]+|\bINSERT INTO\s+["`[\w.\]]+\s*\(|\bUPDATE\s+["`[\w.\]]+\s+SET\s|\bDELETE FROM\s+["`[\w.]+/,
  ],
  'stack trace': [
    // Node and browsers.
    /\bat (?:async )?(?:new )?[\w$.<>[\] ]{1,120} \((?:node:|file:|\/|[A-Za-z]:[\\/])[^()\n]{1,300}:\d+:\d+\)/,
    /\bat (?:node:|file:\/\/|\/|[A-Za-z]:[\\/])[^\s()]{1,300}:\d+:\d+/,
    // Java and Kotlin.
    /\bat [\w$.]{1,200}\((?:[\w$]+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/,
    // Python.
    /Traceback \(most recent call last\)|File "[^"\n]{1,300}", line \d+/,
    // .NET.
    /\bat [\w.`<>[\],+]{1,200}\([^()\n]{0,200}\) in [^\n]{1,300}:line \d+|--- End of (?:inner exception )?stack trace/,
    // PHP, Ruby, Go.
    /#\d+ [^\n]{1,300}\.php\(\d+\)|\b(?:Fatal|Parse) error: [^\n]{1,300} on line \d+/,
    /\.rb:\d+:in [`']|goroutine \d+ \[running\]/,
  ],
  'file path': [
    new RegExp(String.raw`(?<![\w/.:~%-])/(?:[\w.@+-]+/)+[\w.@+-]+${SOURCE_FILE}\b`),
    /(?<![\w/.:~%-])\/(?:etc|proc|usr|root|Users|opt|srv|var\/(?:lib|log|www|task))\/[\w.@+-]+/,
    /(?<![A-Za-z])[A-Za-z]:\\(?:[\w .@+-]+\\)+[\w .@+-]+/,
  ],
  'exception name': [
    /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b|\bSystem(?:\.\w+)*\.\w*Exception\b/,
  ],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

/** Kind of server internals. */
type InternalKind = keyof typeof SIGNS;

const KINDS = Object.entries(SIGNS) as [InternalKind, readonly RegExp[]][];

/** Server internals in an answer, shortened, and their place. */
export interface Internal {
  readonly kind: InternalKind;
  readonly excerpt: string;
}

const ESCAPES: readonly (readonly [RegExp, string])[] = [
  [/\\[nr]/g, '\n'],
  [/\\t/g, ' '],
  [/\\"|&quot;|&#34;/g, '"'],
  [/&#39;|&apos;/g, "'"],
  [/\\\//g, '/'],
  [/\\\\/g, '\\'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&amp;/g, '&'],
];

/** A text without the escapes of JSON and HTML, so that one pattern matches both. */
const plain = (text: string): string =>
  // Every escape begins with one of these, and most answers have none.
  /[\\&]/.test(text)
    ? ESCAPES.reduce((before, [escape, character]) => before.replaceAll(escape, character), text)
    : text;

/** Plain words disclose nothing, and removing them would destroy the server's own texts. */
const isWord = (text: string): boolean => /^[\w-]*$/.test(text);

/** An answer without the request's own texts: an echo discloses nothing. */
const withoutEcho = (shown: string, sent: readonly string[]): string =>
  sent
    .filter((each) => !isWord(each))
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, each) => text.replaceAll(each, '…'), shown);

/** Server internals in a text; a text that `sent` contains as well is an echo and does not count. */
export const findInternals = (
  shown: string,
  sent: () => readonly string[],
): readonly Internal[] => {
  const plainText = plain(shown);
  // Most answers disclose nothing, and the search for echoes costs more than the search for signs.
  if (!KINDS.some(([, signs]) => signs.some((sign) => sign.test(plainText)))) return [];
  const own = [...new Set(sent().flatMap((each) => [plain(each), decodeComponent(plain(each))]))];
  const text = withoutEcho(plainText, own);
  return KINDS.flatMap(([kind, signs]): readonly Internal[] => {
    const excerpt = signs
      .map((sign) => sign.exec(text)?.[0])
      // A truncated echo is still an echo.
      .find((each) => each !== undefined && !own.some((sent) => sent.includes(each)));
    return excerpt === undefined ? [] : [{ kind, excerpt: shorten(excerpt) }];
  });
};

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
};

const sentIn = ({ request }: Exchange): readonly string[] => {
  const body = jsonBody(request.body);
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
  return [
    path,
    ...path.split(/[/?&=]/),
    ...Object.values(request.headers).flat(),
    ...(request.body ? [request.body.text] : []),
    ...(body.ok ? textsIn(body.value) : []),
  ];
};

/** Server internals that an answer discloses, except echoes of the request. */
export const internalsOf = (exchange: Exchange): readonly Internal[] => {
  const { response } = exchange;
  if (!response || response.body.encoding !== 'utf8' || response.body.text === '') return [];
  return findInternals(response.body.text, () => sentIn(exchange));
};
