import { describe, expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { findInternals, internalsOf } from './server-internals.ts';

const kinds = (shown: string, ...sent: string[]) =>
  findInternals(shown, () => sent).map(({ kind }) => kind);

describe('stack traces', () => {
  test.each([
    ['Node', 'Error: no\n    at Object.<anonymous> (/app/src/draft.js:10:15)'],
    [
      'Node, in JSON',
      String.raw`{"stack":"Error: no\n    at async write (file:///srv/w.mjs:3:1)"}`,
    ],
    ['Node, built in', 'at node:internal/process/task_queues:95:5'],
    ['Java', 'at be.insurance.draft.DraftService.write(DraftService.java:42)'],
    ['Java, native', 'at java.lang.reflect.Method.invoke(Native Method)'],
    ['Python', 'Traceback (most recent call last):\n  File "/app/main.py", line 3, in write'],
    ['Python, in JSON', String.raw`{"error":"File \"/app/main.py\", line 3, in write"}`],
    ['.NET', String.raw`at Quoting.Drafts.Write(DraftBody body) in C:\src\Drafts.cs:line 42`],
    ['PHP', '#0 /var/www/html/draft.php(12): write()'],
    ['PHP, fatal', 'Fatal error: Uncaught Exception in /var/www/draft.php on line 12'],
    ['Ruby', "app/models/draft.rb:12:in `write'"],
    ['Go', 'goroutine 17 [running]:\nmain.write()'],
  ])('%s', (_, shown) => {
    expect(kinds(shown)).toContain('stack trace');
  });
});

describe('SQL', () => {
  test.each([
    'ORA-00001: unique constraint (QUOTING.PK_DRAFT) violated',
    'SQLSTATE[42000]: Syntax error or access violation',
    'You have an error in your SQL syntax; check the manual',
    'ERROR: syntax error at or near "O"',
    'duplicate key value violates unique constraint "draft_pkey"',
    'SQLITE_CONSTRAINT: NOT NULL constraint failed: draft.street',
    'could not execute: insert; SQL [INSERT INTO draft (id, street) VALUES (?, ?)]',
    'SELECT d.id, d.street FROM draft d WHERE d.id = $1',
  ])('%s', (shown) => {
    expect(kinds(shown)).toEqual(['SQL']);
  });
});

test.each([
  'ENOENT: no such file, open /app/config/rules.yaml',
  'cannot read "/etc/quoting"',
  String.raw`{"message":"C:\\inetpub\\quoting\\web.config is locked"}`,
])('a file path: %s', (shown) => {
  expect(kinds(shown)).toEqual(['file path']);
});

test('the name of an exception', () => {
  expect(kinds('{"exception":"com.fasterxml.jackson.databind.JsonMappingException"}')).toEqual([
    'exception name',
  ]);
});

test.each([
  '{"location":"/BE/home/landlord/drafts/6f1c2b"}',
  '{"type":"https://example.com/etc/problems/schema.json","title":"Bad Request"}',
  '{"href":"https://quoting.example.com/app/v1/BE/home/landlord/contract/1/download"}',
  '{"message":"look at the address (line 3 of the form); select one from the list"}',
  '{"message":"must match a value in the list: update the draft and set the language"}',
  '{"instance":"/insurance/quoting/BE/motor/gap/drafts/1"}',
])('finds nothing in %s', (shown) => {
  expect(kinds(shown)).toEqual([]);
});

describe('ignores an echo of the request', () => {
  const PAYLOAD = `"x' UNION SELECT name FROM users; /etc/passwd <b>`;

  test.each([
    ['as it is', PAYLOAD],
    ['in JSON', JSON.stringify({ street: PAYLOAD })],
    ['in HTML', PAYLOAD.replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
    ['cut off', PAYLOAD.slice(0, 40)],
  ])('%s', (_, shown) => {
    expect(kinds(shown, PAYLOAD)).toEqual([]);
  });

  test('but not text beside it', () => {
    expect(kinds(`near "UNION": syntax error: ${PAYLOAD} at /app/db.js`, PAYLOAD)).toEqual([
      'SQL',
      'file path',
    ]);
  });
});

test('knows body and path of an exchange as sent', () => {
  const answer = (body: string) => {
    const { request, ...rest } = sampleExchange('landlord.draft-get', 500, { body });
    const sent = { encoding: 'utf8', text: '{"street":"SELECT a FROM b"}' } as const;
    const url = 'http://a/BE/home/landlord/drafts/%2Fetc%2Fpasswd';
    return { ...rest, request: { ...request, url, body: sent } };
  };

  expect(internalsOf(answer('SELECT a FROM b is no street; /etc/passwd is no id'))).toEqual([]);
  expect(internalsOf(answer('SELECT street FROM drafts'))).toEqual([
    { kind: 'SQL', excerpt: 'SELECT street FROM drafts' },
  ]);
});
