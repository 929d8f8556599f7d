import type { Exchange } from '../../spec/exchange.ts';
import { isObject, jsonBody, shorten } from './json-body.ts';

/** What an answer can show of the inside of a server, gravest first. */
const INTERNAL_KINDS = [
  'evaluated template',
  'SQL',
  'stack trace',
  'file path',
  'exception name',
] as const;

/** One kind of server internals. */
type InternalKind = (typeof INTERNAL_KINDS)[number];

/** Something of the inside of a server, and the place in the answer that shows it, shortened. */
export interface Internal {
  readonly kind: InternalKind;
  readonly excerpt: string;
}

const SOURCE_FILE = String.raw`\.(?:[cm]?[jt]sx?|java|kt|py|rb|php|cs|vb|go|rs|class|jar|dll|so|sql|conf|cfg|ini|ya?ml|properties|log|env|pem|key|sqlite|db)`;

const SIGNS: readonly (readonly [InternalKind, RegExp])[] = [
  // Node and browsers.
  [
    'stack trace',
    /\bat (?:async )?(?:new )?[\w$.<>[\] ]{1,120} \((?:node:|file:|\/|[A-Za-z]:[\\/])[^()\n]{1,300}:\d+:\d+\)/,
  ],
  ['stack trace', /\bat (?:node:|file:\/\/|\/|[A-Za-z]:[\\/])[^\s()]{1,300}:\d+:\d+/],
  // Java and Kotlin.
  [
    'stack trace',
    /\bat [\w$.]{1,200}\((?:[\w$]+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/,
  ],
  // Python.
  ['stack trace', /Traceback \(most recent call last\)|File "[^"\n]{1,300}", line \d+/],
  // .NET.
  [
    'stack trace',
    /\bat [\w.`<>[\],+]{1,200}\([^()\n]{0,200}\) in [^\n]{1,300}:line \d+|--- End of (?:inner exception )?stack trace/,
  ],
  // PHP, Ruby, Go.
  [
    'stack trace',
    /#\d+ [^\n]{1,300}\.php\(\d+\)|\b(?:Fatal|Parse) error: [^\n]{1,300} on line \d+/,
  ],
  ['stack trace', /\.rb:\d+:in [`']|goroutine \d+ \[running\]/],
  [
    'SQL',
    /\bORA-\d{5}\b|\bSQLSTATE\b|You have an error in your SQL syntax|syntax error at or near "/,
  ],
  [
    'SQL',
    /violates (?:unique|foreign key|not-null|check) constraint|Unclosed quotation mark|Incorrect syntax near/,
  ],
  [
    'SQL',
    /\bSQLITE_[A-Z]+\b|near "[^"\n]{0,40}": syntax error|E11000 duplicate key|\bpsycopg2\.|\bjava\.sql\.|org\.hibernate\./,
  ],
  [
    'SQL',
    /\bSELECT\s[^\n;]{1,300}\sFROM\s+["`[\w.]+|\bINSERT INTO\s+["`[\w.\]]+\s*\(|\bUPDATE\s+["`[\w.\]]+\s+SET\s|\bDELETE FROM\s+["`[\w.]+/,
  ],
  ['file path', new RegExp(String.raw`(?<![\w/.:~%-])/(?:[\w.@+-]+/)+[\w.@+-]+${SOURCE_FILE}\b`)],
  [
    'file path',
    /(?<![\w/.:~%-])\/(?:etc|proc|usr|root|Users|opt|srv|var\/(?:lib|log|www|task))\/[\w.@+-]+/,
  ],
  ['file path', /(?<![A-Za-z])[A-Za-z]:\\(?:[\w .@+-]+\\)+[\w .@+-]+/],
  [
    'exception name',
    /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b|\bSystem(?:\.\w+)*\.\w*Exception\b/,
  ],
];

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

/** A text without the escapes of JSON and HTML, so that one sign fits what is shown in either. */
const plain = (text: string): string =>
  // Every escape begins with one of these, and most answers have none.
  /[\\&]/.test(text)
    ? ESCAPES.reduce((before, [escape, character]) => before.replaceAll(escape, character), text)
    : text;

/** A percent-encoded text decoded, or as it is where it is not well encoded. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Plain words show nothing, and cutting them would tear the server's own texts to pieces. */
const isWord = (text: string): boolean => /^[\w-]*$/.test(text);

/** An answer without what was sent: an echo is the caller's own text. */
const withoutEcho = (shown: string, sent: readonly string[]): string =>
  sent
    .filter((each) => !isWord(each))
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, each) => text.replaceAll(each, '…'), shown);

/** The server internals in a text; a text that `sent` gives, too, is an echo and does not count. */
export const findInternals = (
  shown: string,
  sent: () => readonly string[],
): readonly Internal[] => {
  const readable = plain(shown);
  // Most answers show nothing, and looking for echoes costs more than looking for signs.
  if (!SIGNS.some(([, sign]) => sign.test(readable))) return [];
  const own = [...new Set(sent().flatMap((each) => [plain(each), percentDecoded(plain(each))]))];
  const text = withoutEcho(readable, own);
  const found = new Map<InternalKind, Internal>();
  for (const [kind, sign] of SIGNS) {
    const excerpt = sign.exec(text)?.[0];
    if (excerpt === undefined || found.has(kind)) continue;
    // An echo that was cut off is still one.
    if (own.some((each) => each.includes(excerpt))) continue;
    found.set(kind, { kind, excerpt: shorten(excerpt) });
  }
  return INTERNAL_KINDS.flatMap((kind) => found.get(kind) ?? []);
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

/** What the answer of an exchange shows of the inside of the server, beyond an echo of the request. */
export const internalsOf = (exchange: Exchange): readonly Internal[] => {
  const { response } = exchange;
  if (!response || response.body.encoding !== 'utf8' || response.body.text === '') return [];
  return findInternals(response.body.text, () => sentIn(exchange));
};
