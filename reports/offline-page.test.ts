import { expect, test } from 'vitest';
import { outsideReferences, withoutAnalytics, withoutEmptyTabs } from './offline-page.ts';

const PAGE = `<head><link href="data:image/svg+xml,x" rel="icon"></head><body>
<script>window.allure = '<img src="https://in-a-text.example/x">';</script>
<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  gtag('config', 'G-1');
</script>
<script async>window.allureReportDataReady = true;</script></body>`;

test('tabs that no run fills are not shown; those of messages are where there are some', () => {
  expect(withoutEmptyTabs(PAGE, false)).toMatch(/qualityGate.*globalErrors.*display:none/);
  expect(withoutEmptyTabs(PAGE, true)).not.toContain('globalErrors');
});

test('the analytics go, all else stays', () => {
  const page = withoutAnalytics(PAGE);

  expect(page).not.toMatch(/gtag|dataLayer/);
  expect(page).toContain('window.allure = ');
  expect(page).toContain('window.allureReportDataReady = true');
});

test('what a page loads from elsewhere is found, what only stands in a script is not', () => {
  expect(outsideReferences(PAGE)).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1']);
  expect(outsideReferences(withoutAnalytics(PAGE))).toEqual([]);
});

test.each([
  ['<script src=//cdn.example/a.js></script>', '//cdn.example/a.js'],
  ["<link rel='stylesheet' href='http://cdn.example/a.css'>", 'http://cdn.example/a.css'],
  ['<img alt="x" src="https://cdn.example/a.png">', 'https://cdn.example/a.png'],
])('%s asks another host', (html, address) => {
  expect(outsideReferences(html)).toEqual([address]);
});
