import { expect, test } from 'vitest';
import { packedDataOf } from './testing/packed-data.ts';
import { withPackedData } from './packed-page.ts';

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

test('the data are compressed, and come out as they were', () => {
  const page = withPackedData(
    pageOf(...Object.entries(TEXTS).map(([name, text]) => datum(name, text))),
  );

  expect(Object.fromEntries(packedDataOf(page))).toEqual(TEXTS);
  expect(page).not.toContain('allSettled');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});

test('much of the same takes little room', () => {
  const text = JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, status: 'passed' })));
  const page = pageOf(datum('widgets/tree.json', text));

  expect(withPackedData(page).length).toBeLessThan(page.length / 5);
});

test.each([
  ['no data', '<body><script async>window.allureReportDataReady = true;</script></body>'],
  ['data in another form', pageOf(datum('a', 'x'), 'e("b","eA==")')],
  ['data that are cut off', '<script>Promise.allSettled([d("a","eA==")'],
])('a page with %s stays as it is', (_, page) => {
  expect(withPackedData(page)).toBe(page);
});
