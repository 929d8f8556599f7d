const base64Core = (value: string, offset: number): string => {
  const bytes = Buffer.from(value);
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  // The characters at both ends also carry bits of whatever stands beside the value.
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(start, end);
};

/** Shorter pieces of base64 occur by chance. */
const SHORTEST_CORE = 8;

const base64Forms = (value: string): string[] => {
  const whole = Buffer.from(value).toString('base64');
  // Inside a longer text that is base64 as a whole, a value may begin at any of three offsets.
  const cores = [0, 1, 2].map((offset) => base64Core(value, offset));
  const forms = [
    whole,
    whole.replaceAll('=', ''),
    ...cores.filter((c) => c.length >= SHORTEST_CORE),
  ];
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
};

const percentForms = (value: string): string[] => {
  const component = encodeURIComponent(value.toWellFormed());
  const strict = component.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [
    component,
    strict,
    component.replaceAll('%20', '+'),
    new URLSearchParams([['', value]]).toString().slice(1),
    encodeURI(value.toWellFormed()),
  ];
  return forms.flatMap((form) => [form, form.replace(/%../g, (escape) => escape.toLowerCase())]);
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

/** JSON whose characters of these are escaped by their numbers, in hexadecimal digits of either case. */
const numbered = (json: string, characters: RegExp): readonly string[] => [
  json.replace(characters, (each) => `\\u${hexOf(each)}`),
  json.replace(characters, (each) => `\\u${hexOf(each).toUpperCase()}`),
];

const jsonForms = (value: string): string[] => {
  const escaped = inJson(value);
  const once = [escaped, escaped.replaceAll('/', String.raw`\/`)].flatMap((form) => [
    form,
    ...numbered(form, /[^ -~]/g),
    // What may be misread inside HTML: Go escapes these, .NET more.
    ...numbered(form, /[<>&]/g),
    ...numbered(form.replaceAll(String.raw`\"`, '"'), /["&'+<>`]|[^ -~]/g),
  ]);
  // A body that is quoted in a JSON record is escaped twice.
  return [...once, ...once.map(inJson), ...numbered(inJson(escaped), /[^ -~]/g)];
};

/** Of a JWT what it says and its signature, which may come back alone; its head is the same in many. */
const tokenParts = (value: string): readonly string[] => {
  const [, payload, signature] = /^[\w-]{8,}\.([\w-]{8,})\.([\w-]{8,})$/.exec(value) ?? [];
  return payload === undefined || signature === undefined ? [] : [payload, signature];
};

/** Neither JSON nor a URL writes these characters in another way; most tokens have no others. */
const PLAIN = /^[\w.-]*$/;

/** Every form in which a value may come back: JSON-escaped, URL-encoded, base64 and base64url, also inside a longer base64 text, and the parts of a JWT. */
export const encodedForms = (value: string): readonly string[] => [
  ...new Set(
    [
      ...(PLAIN.test(value) ? [] : [...jsonForms(value), ...percentForms(value)]),
      ...base64Forms(value),
      ...tokenParts(value),
    ].filter((form) => form !== value && form.length >= 4),
  ),
];
