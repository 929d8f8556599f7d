import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { packedDataOf } from './testing/packed-data.ts';
import {
  withPackedData,
  outsideReferences,
  withoutAnalytics,
  withoutEmptyTabs,
} from './packed-page.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const datum = (name: string, text: string): string =>
  `d(${JSON.stringify(name)},"${base64(text)}")`;
const pageOf = (...data: readonly string[]): string =>
  `<body><script defer>
      Promise.allSettled([${data.join(',')}])
        .then(function(){
          window.allureReportDataReady = true;
        })
    </script></body>`;

const TEXTS = {
  'widgets/tree.json': '{"leaves":["é","𝄞"]}\n',
  'data/a "quoted" one.txt': '</script><script>window.ran = 1</script>',
  'data/empty.json': '',
};

interface Window {
  readonly allureReportData: Record<string, string>;
  readonly allureReportDataReady?: boolean;
  readonly fetch: (address: string) => Promise<Response>;
}

/** Window of a page whose script has run; Allure's code requests the data in base64. */
const opened = async (page: string): Promise<Window> => {
  const [, script = ''] = /<script defer>([^]*)<\/script>/.exec(page) ?? [];
  const browser = { atob, btoa, DecompressionStream, Response, TextDecoder, Uint8Array };
  const window: Window = {
    allureReportData: {},
    fetch: (address) => Promise.resolve(new Response(`from the network: ${address}`)),
  };
  runInNewContext(script, { ...browser, window });
  await expect.poll(() => window.allureReportDataReady).toBe(true);
  return window;
};

test('compresses the data, which unpack unchanged', async () => {
  const page = withPackedData(
    pageOf(...Object.entries(TEXTS).map(([name, text]) => datum(name, text))),
  );
  const { allureReportData: data } = await opened(page);

  expect(Object.fromEntries(packedDataOf(page))).toEqual(TEXTS);
  for (const [name, text] of Object.entries(TEXTS)) expect(data[name]).toBe(base64(text));
  expect(page).not.toContain('allSettled');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});

test('shows the last of two entries with one name, as the original page does', async () => {
  const page = withPackedData(pageOf(datum('a', 'first'), datum('a', 'last')));

  expect((await opened(page)).allureReportData).toHaveProperty('a', base64('last'));
});

test('answers what Allure fetches from data: addresses, without the browser', async () => {
  const { fetch } = await opened(withPackedData(pageOf(datum('a', 'b'))));

  const answer = await fetch(`data:application/json;base64,${base64('{"text":"é"}')}`);
  const other = await fetch('widgets/tree.json');

  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ text: 'é' });
  expect(await other.text()).toBe('from the network: widgets/tree.json');
});

test('compresses repetitive data well', () => {
  const text = JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, status: 'passed' })));
  const page = pageOf(datum('widgets/tree.json', text));

  expect(withPackedData(page).length).toBeLessThan(page.length / 5);
});

test.each([
  ['no data', '<body><script async>window.allureReportDataReady = true;</script></body>'],
  ['data in another form', pageOf(datum('a', 'x'), 'e("b","eA==")')],
  ['data that are cut off', '<script>Promise.allSettled([d("a","eA==")'],
])('leaves a page with %s unchanged', (_, page) => {
  expect(withPackedData(page)).toBe(page);
});

const PAGE = `<head><link href="data:image/svg+xml,x" rel="icon"></head><body>
<script>window.allure = '<img src="https://in-a-text.example/x">';</script>
<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  gtag('config', 'G-1');
</script>
<script async>window.allureReportDataReady = true;</script></body>`;

test('hides tabs that no run fills; those of messages appear if there are any', () => {
  expect(withoutEmptyTabs(PAGE, false)).toMatch(/qualityGate.*globalErrors.*display:none/);
  expect(withoutEmptyTabs(PAGE, true)).not.toContain('globalErrors');
});

test('removes the analytics, and nothing else', () => {
  const page = withoutAnalytics(PAGE);

  expect(page).not.toMatch(/gtag|dataLayer/);
  expect(page).toContain('window.allure = ');
  expect(page).toContain('window.allureReportDataReady = true');
});

test('finds what a page loads from elsewhere, but not text in a script', () => {
  expect(outsideReferences(PAGE)).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1']);
  expect(outsideReferences(withoutAnalytics(PAGE))).toEqual([]);
});

test.each([
  ['<script src=//cdn.example/a.js></script>', '//cdn.example/a.js'],
  ["<link rel='stylesheet' href='http://cdn.example/a.css'>", 'http://cdn.example/a.css'],
  ['<img alt="x" src="https://cdn.example/a.png">', 'https://cdn.example/a.png'],
])('%s requests another host', (html, address) => {
  expect(outsideReferences(html)).toEqual([address]);
});
