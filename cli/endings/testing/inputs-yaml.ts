import type { Ending } from './ending.ts';
import { ADDRESS, OWNER, refused, type Row } from './refused-target.ts';

/** A text that cannot be read is told at the line that has to be changed. */
const FORM: readonly Row[] = [
  [
    'a key one space too far left',
    't.yaml',
    `${OWNER}     token: x\n`,
    /t\.yaml:6:6\n +wanted {2}4 spaces or 6 spaces.*\n +got {5}5 spaces/,
  ],
  [
    'a key one space too far right',
    't.yaml',
    `${OWNER}       token: x\n`,
    /t\.yaml:6:8\n +wanted {2}6 spaces.*\n +got {5}7 spaces/,
  ],
  [
    'a key of the top with a space',
    't.yaml',
    `name: a\n ${ADDRESS}limits:\n  concurrency: 1\n`,
    /t\.yaml:2:2\n +wanted {2}no space at the start/,
  ],
  [
    'a first line with a space',
    't.yaml',
    ` name: a\n${ADDRESS}`,
    /t\.yaml:1:2\n +wanted {2}no space at the start/,
  ],
  [
    'lines of Windows, one indented wrongly',
    't.yaml',
    'name: a\r\n base_url: http://h\r\n',
    /t\.yaml:2:2\n/,
  ],
  [
    'a tab',
    't.yaml',
    `${ADDRESS}limits:\n\tconcurrency: 1\n`,
    /t\.yaml:3:1\n +wanted {2}spaces.*\n +got {5}a tab/,
  ],
  [
    'a key without its colon',
    't.yaml',
    `name: a\nbase_url http://h\nlimits: {}\n`,
    /t\.yaml:2:1\n.*a colon, a space.*\n +got {5}no colon/,
  ],
  [
    'a colon without its space',
    't.yaml',
    `name: a\nbase_url:http://h\nlimits: {}\n`,
    /t\.yaml:2:1\n.*\n +got {5}no space after the colon/,
  ],
  [
    'a quote that is not closed',
    't.yaml',
    `name: "canary\n${ADDRESS}limits: {}\n`,
    /t\.yaml:1:7\n +wanted {2}a closing "/,
  ],
  [
    'a brace that is not closed',
    't.yaml',
    `ids: { gap: { draft: /id }\n${ADDRESS}`,
    /t\.yaml:1:6\n +wanted {2}a } for the \{/,
  ],
  [
    'a reference without quotes in braces',
    't.yaml',
    `${ADDRESS}identities: { owner: { auth: { scheme: bearer, token: \${T} } } }\n`,
    /t\.yaml:2:55\n +wanted {2}'\$\{T\}' in quotes/,
  ],
  [
    'a placeholder without quotes',
    't.yaml',
    `${ADDRESS}bodies:\n  gap.draft-create: { a: {{today}} }\n`,
    /t\.yaml:3:\d+\n[^]*a placeholder stands in quotes/,
  ],
  [
    'a key twice',
    't.yaml',
    `${ADDRESS}name: a\n${ADDRESS}`,
    /t\.yaml:3:1\n.*\n +got {5}base_url again, as in line 1/,
  ],
  [
    'an anchor within itself',
    't.yaml',
    `${ADDRESS}bodies: &a\n  gap.draft-create: *a\n`,
    /t\.yaml:3:21\n.*\n +got {5}\*a, which holds itself/,
  ],
  [
    'aliases of aliases of aliases',
    't.yaml',
    `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n`,
    /t\.yaml:2:8\n +wanted {2}at most 100 values by alias/,
  ],
  [
    'lists within lists',
    't.yaml',
    `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
    /t\.yaml:1:\d+\n.*that a person can follow/,
  ],
  [
    'an alias of nothing',
    't.yaml',
    'base_url: *staging\n',
    /t\.yaml:1:11\n +wanted {2}an anchor &staging/,
  ],
  [
    'a tag',
    't.yaml',
    `${ADDRESS}name: !env NAME\n`,
    /t\.yaml:2:7\n.*\n +got {5}!env\n.*\$\{NAME\}/,
  ],
  ['two documents', 't.yaml', `${ADDRESS}---\n${ADDRESS}`, /t\.yaml:2:1\n +wanted {2}one document/],
];

/** YAML that is told at the line that has to be changed. */
export const INPUT_YAML: readonly Ending[] = FORM.map(refused);
