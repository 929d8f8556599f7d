import axe from 'axe-core';
import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { outsideReferences } from '../packed-page.ts';
import { evaluated, pagesInBrowser } from '../testing/pages-in-browser.ts';
import { sealedRun } from '../testing/sample-sealed-run.ts';
import { certificatePage } from './certificate-page.ts';
import { sha256 } from '../../store/certificate/chain-digest.ts';
import { signerOf } from '../../store/certificate/envelope.ts';
import { statementOf } from '../../store/certificate/statement.ts';

const open = pagesInBrowser();
const { privateKey } = generateKeyPairSync('ed25519');
const LEAST = { command: 'certify', runs: 25 };
const HOSTILE = '<img src="https://evil.example/x.png" onerror="document.title=1">';

/** A statement with every text at its maximum length. */
const fullest = (): string => {
  const point = (n: number): OpenPoint => ({
    id: `question-${n}`,
    subject: 'answers',
    question: `${n} ${'what is the body of a refusal that nobody has described? '.repeat(4)}`,
    rule: 'S13',
    line: 'travel',
    operation: 'travel.draft-create',
    sent: '',
    outcome: HOSTILE,
    exchanges: [1],
  });
  const waiver = {
    requirement: 'TRAVEL-*',
    operation: '*',
    reason: `${HOSTILE} ${'a very long reason '.repeat(20)}`,
    owner: 'somebody',
    expires: '2026-12-31',
    state: 'expired' as const,
  };
  const run = sealedRun({
    plan: { command: 'gate', requirements: ['GAP-*'], runs: { jobloss: 1, travel: 1 } },
    record: {
      stopped: 'stopped by SIGTERM',
      waivers: Array.from({ length: 9 }, () => waiver),
      target: {
        name: `${HOSTILE} ${'a service with a long name '.repeat(9)}`,
        base_url: `http://${'long.'.repeat(40)}example`,
        insecure: true,
      },
    },
    points: Array.from({ length: 60 }, (_, n) => point(n)),
  });
  return certificatePage(statementOf(run, null, LEAST), sha256('it'));
};

const PAGES = {
  certificate: () =>
    certificatePage(statementOf(sealedRun(), signerOf(privateKey), LEAST), sha256('it')),
  'the fullest statement': fullest,
};
type Name = keyof typeof PAGES;

const figures = (page: Page, expression: string): Promise<readonly number[]> =>
  page.evaluate(expression);

test('states first what it is, and what it is not', () => {
  expect(PAGES.certificate()).toContain('<h1>Certificate of Conformance</h1>');
  expect(PAGES.certificate()).not.toContain('This is not a certificate');
  expect(fullest()).toContain('<h1>Statement of Results</h1>');
  expect(fullest().indexOf('This is not a certificate')).toBeLessThan(fullest().indexOf('<table'));
});

test.each(Object.keys(PAGES) as Name[])('%s requests nothing from other hosts', (name) => {
  expect(outsideReferences(PAGES[name]())).toEqual([]);
  expect(PAGES[name]()).not.toContain('<img');
});

test.for(Object.keys(PAGES) as Name[])('%s is one sheet of A4', async (name, context) => {
  const view = { width: 794, height: 1123, media: 'print' } as const;
  const { page } = await open(context, PAGES[name](), view);

  const [content, sheet, end] = await figures(
    page,
    `[document.querySelector('main').scrollHeight, document.querySelector('main').clientHeight, document.querySelector('footer').getBoundingClientRect().bottom]`,
  );
  const pdf = await page.pdf({ preferCSSPageSize: true });

  expect(content).toBeLessThanOrEqual(sheet ?? 0);
  expect(end).toBeLessThan(1123);
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test.for(Object.keys(PAGES) as Name[])('%s fits a phone', async (name, context) => {
  const { page } = await open(context, PAGES[name](), { width: 390 });

  const widths = await figures(page, '[document.documentElement.scrollWidth, innerWidth]');

  expect(widths).toEqual([390, 390]);
});

test.for(Object.keys(PAGES) as Name[])('%s is accessible', async (name, context) => {
  const { page, problems } = await open(context, PAGES[name]());

  await evaluated(page, axe.source);
  const found = await evaluated(
    page,
    'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
  );
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
});
