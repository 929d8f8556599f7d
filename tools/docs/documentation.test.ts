import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { outsideReferences } from '../../reports/packed-page.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { buildProgram } from '../../cli/assay.ts';
import { buildSite, docsPages, HANDWRITTEN } from './build-site.ts';
import { consolePicture } from './console-picture.ts';

let site = '';
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'assay-site-'));
  await buildSite(site);
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

const PAGES = await docsPages();

test('no link of the site is broken, and no page requests another host', () => {
  const pages = new Map(pagesIn(site).map((path) => [path, readFileSync(path, 'utf8')]));
  const broken = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      if (/^(https?|data):/.test(link)) return [];
      const [file = '', id] = link.split('#');
      const target = file === '' ? path : resolve(dirname(path), file);
      const isThere = pages.has(target)
        ? id === undefined || idsIn(pages.get(target) ?? '').has(id)
        : existsSync(target) && id === undefined;
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );

  expect(pages.size).toBeGreaterThan(15);
  expect(broken).toEqual([]);
  expect([...pages.values()].flatMap(outsideReferences)).toEqual([]);
});

test('the reference has every requirement, every rule, every command and every operation', () => {
  const text = PAGES.map((page) => page.text).join('\n');
  const headings = new Set(
    [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('\\', '')),
  );

  expect([...CATALOGUE.keys()].filter((id) => !headings.has(id))).toEqual([]);
  expect(Object.keys(JUDGEMENT_RULES).filter((id) => !headings.has(id))).toEqual([]);
  expect(text).toContain('## assay gate\n\n```text\nUsage: assay gate [options]');
  expect(text).toContain('| `limits.concurrency` |');
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !headings.has(id))).toEqual([]);
});

test('the OpenAPI document is beside the pages that show it', () => {
  const document = readFileSync(join(site, 'reference', 'openapi.json'), 'utf8');
  const page = readFileSync(join(site, 'reference', 'service-gap.html'), 'utf8');

  expect(document).toBe(readFileSync(join(PROJECT, 'spec', 'openapi.json'), 'utf8'));
  expect(page).toContain('POST /{country}/');
  expect(page).toMatch(/<a href="requirements-\w+\.html#gap-contract-03">GAP-CONTRACT-03<\/a>/);
});

/** Pages that users read first, whose links are checked. */
const READ = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'docs/decisions/README.md',
  ...HANDWRITTEN.map((name) => `docs/${name}.md`),
];
/** Generated with the site. */
const GENERATED = new Set(PAGES.map(({ path }) => join(PROJECT, 'docs', path)));

test.each(READ)('every file that %s links to exists', (name) => {
  const text = readFileSync(join(PROJECT, name), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link);
  const targets = links.map((link) => resolve(PROJECT, dirname(name), link));

  expect(targets.filter((path) => !existsSync(path) && !GENERATED.has(path))).toEqual([]);
});

test('the list of decisions names every page', () => {
  const folder = join(PROJECT, 'docs', 'decisions');
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const named = [...text.matchAll(/\]\((\d\d-[\w-]+\.md)\)/g)].map(([, page]) => page);

  expect(named).toEqual(readdirSync(folder).filter((page) => page !== 'README.md'));
});

/** Lines of a document that call Assay, split into words as by a shell. */
const callsIn = (text: string): readonly (readonly string[])[] => {
  const blocks = [...text.matchAll(/^```(?:sh|console)\n([^]*?)^```$/gm)].map(([, block = '']) =>
    block.replaceAll('\\\n', ' '),
  );
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => {
      const [, call] = /^(?:\$ )?(?:npx )?assay (.*)$/.exec(line.trim()) ?? [];
      if (call === undefined) return [];
      const [words = ''] = call.split(/\s+(?:#|>|&)/);
      return [
        (words.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
          word.replace(/^(['"])(.*)\1$/, '$2'),
        ),
      ];
    });
};

test.each(READ)('every call of Assay in %s is valid on the command line', async (name) => {
  const calls = callsIn(readFileSync(join(PROJECT, name), 'utf8'));
  const context = {
    version: '0.0.0',
    conclude: () => undefined,
    takeStop: () => new AbortController().signal,
    isLast: true,
  };
  const refused = async ([command = '', ...words]: readonly string[]): Promise<
    readonly string[]
  > => {
    // Built for each call: a command keeps state between parses.
    const { commands } = await buildProgram(context, [command]);
    const [found] = commands;
    if (!found) return [`${command}: no such command`];
    try {
      const { unknown } = found.parseOptions([...words]);
      return unknown.map((option) => `${command}: ${option} is unknown`);
    } catch (error) {
      return [`${command} ${words.join(' ')}: ${String(error)}`];
    }
  };

  expect((await Promise.all(calls.map(refused))).flat()).toEqual([]);
});

test('every npm script that the documentation names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = READ.flatMap((name) => [
    ...readFileSync(join(PROJECT, name), 'utf8').matchAll(/npm run ([\w:-]+)/g),
  ]).map(([, script = '']) => script);

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

test('the picture of the README is of the run that the README names', () => {
  const [readme, picture] = ['README.md', 'docs/output.svg'].map((name) =>
    readFileSync(join(PROJECT, name), 'utf8'),
  );
  const [, command = 'none'] = />\$ (npx assay [^<]+)</.exec(picture ?? '') ?? [];

  expect(readme).toContain(`\n${command}\n`);
});

test('the picture shows the printed output in its colours, and requests no other host', () => {
  const picture = consolePicture(
    '\u001B[31m✗ A-01\u001B[39m  <expected>\nplain & long '.padEnd(300, 'x'),
  );

  expect(picture).toContain('<tspan fill="#ff7b72">✗ A-01</tspan>');
  expect(picture).toContain('&lt;expected&gt;');
  expect(picture.match(/<text /g)?.length).toBeGreaterThan(2);
  expect(readFileSync(join(PROJECT, 'docs', 'output.svg'), 'utf8')).not.toMatch(
    /href|<image|url\(/,
  );
  expect(readFileSync(join(PROJECT, 'docs', 'output.svg'), 'utf8')).toContain('non-conformant');
});
