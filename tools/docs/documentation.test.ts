import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pathBelow } from '../../client/paths.ts';
import { PROJECT } from '../../client/project.ts';
import { outsideReferences } from '../../reports/packed-page.ts';
import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { buildProgram } from '../../cli/assay.ts';
import { buildSite, docsPages } from './build-site.ts';
import { explanationOf, filesOf } from '../../cli/commands/explanation.ts';
import { consolePicture } from './console-picture.ts';
import { requirementPath } from '../../store/version.ts';
import { titleOf } from './search-index.ts';
import { HANDWRITTEN } from './site-layout.ts';
import { CARD_SIZE, SOCIAL_CARD } from './social-card.ts';

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

const pageText = (name: string): string =>
  PAGES.find(({ path }) => path === `${name}.md`)?.text ?? '';

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

  expect(pages.size).toBeGreaterThan(15 + CATALOGUE.size);
  expect(broken).toEqual([]);
  expect([...pages.values()].flatMap(outsideReferences)).toEqual([]);
});

test('a page names its picture with an absolute address, if the site has one', async () => {
  const addressed = mkdtempSync(join(tmpdir(), 'assay-addressed-site-'));
  onTestFinished(() => rmSync(addressed, { recursive: true }));
  await buildSite(addressed, 'https://docs.example/assay');
  const meta = (folder: string, name: string): string | undefined => {
    const html = readFileSync(join(folder, 'ci-owner.html'), 'utf8');
    return new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  };
  const picture = readFileSync(join(addressed, SOCIAL_CARD));

  expect(meta(addressed, 'og:image')).toBe(`https://docs.example/assay/${SOCIAL_CARD}`);
  expect(meta(addressed, 'og:url')).toBe('https://docs.example/assay/ci-owner.html');
  expect(meta(addressed, 'og:title')).toBe(`${titleOf(pageText('ci-owner'))} – Assay`);
  expect(meta(site, 'og:image')).toBeUndefined();
  expect(meta(site, 'description')?.length).toBeGreaterThan(20);
  // Width and height of a PNG stand behind its signature and the name of its first chunk.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(Object.values(CARD_SIZE));
});

test('the reference has every rule, every command and every operation', () => {
  const text = PAGES.map((page) => page.text).join('\n');
  const headings = new Set(
    [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('\\', '')),
  );

  expect(Object.keys(JUDGEMENT_RULES).filter((id) => !headings.has(id))).toEqual([]);
  expect(text).toContain('## assay gate\n\n```text\nUsage: assay gate [options]');
  expect(text).toContain('| `limits.concurrency` |');
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !headings.has(id))).toEqual([]);
});

const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const pageOf = (path: string): string => readFileSync(join(site, path), 'utf8');

const requirementFile = (id: RequirementId): string => `${requirementPath(id)}.html`;

test('every requirement has a page of its own with what explain prints, linked from the index', () => {
  const ids = [...CATALOGUE.keys()];
  const files = new Set(ids.map((id) => requirementFile(id).toLowerCase()));
  const index = pageOf('reference/requirements.html');
  const page = pageOf(requirementFile('GAP-PRICE-03'));

  expect(files.size).toBe(ids.length);
  expect(ids.filter((id) => !existsSync(join(site, requirementFile(id))))).toEqual([]);
  expect(
    ids.filter(
      (id) =>
        !index.includes(`href="${requirementPath(id).replace(/^reference\//, '')}.html">${id}</a>`),
    ),
  ).toEqual([]);
  for (const { id, text } of explanationOf('GAP-PRICE-03').faults)
    expect(page).toContain(`<code>${id}</code>: ${text}`);
  for (const file of Object.values(filesOf('GAP-PRICE-03')).flat())
    expect(page).toContain(`<code>${file}</code>`);
  expect(page).toContain('<a href="../rules.html#r7">R7</a>');
  expect(page).toContain('<a href="../service-gap.html#gap-price-request">gap.price-request</a>');
});

test('every page is in the sidebar, marked there as the current one, and named by its own title', () => {
  const requirements = new Set([...CATALOGUE.keys()].map(requirementFile));
  const names = pagesIn(site).map((path) => pathBelow(site, path) ?? path);
  const texts = new Map(names.map((name) => [name, pageOf(name)]));
  const titles = [...texts.values()].map((html) => /<title>(.*) – Assay<\/title>/.exec(html)?.[1]);
  const unmarked = names.filter((name) => {
    const [, current] = /<a href="([^"]+)" aria-current/.exec(texts.get(name) ?? '') ?? [];
    const expected = requirements.has(name) ? 'reference/requirements.html' : name;
    return join(dirname(name), current ?? '') !== join(expected);
  });

  expect(unmarked).toEqual([]);
  expect(titles.filter((title, at) => !title || titles.indexOf(title) !== at)).toEqual([]);
});

test('the index of the search has every requirement, and each of its sections exists', () => {
  const { index } = runInNewContext(`${pageOf('search-index.js')}; searchIndex`) as {
    index: { documentIds: Record<string, string> };
  };
  const found = Object.values(index.documentIds);
  const missing = found.filter((id) => {
    const [file = '', heading] = id.split('#');
    return heading !== undefined && !idsIn(pageOf(file)).has(heading);
  });

  expect(missing).toEqual([]);
  expect([...CATALOGUE.keys()].map(requirementFile).filter((id) => !found.includes(id))).toEqual(
    [],
  );
});

test('the guides begin with what to copy: the recipe of a gate, and a target with limits of a load', () => {
  const [ci, performance] = ['ci-owner', 'performance-engineer'].map(
    (name) => textOf(`docs/${name}.md`).split('```')[1],
  );

  expect(ci).toBe(`yaml\n${textOf('docs/ci/github-gate.yml')}`);
  expect(performance).toMatch(/^yaml\n[^]*base_url:[^]*load:[^]*slo:/);
});

test('the OpenAPI document is beside the pages that show it', () => {
  const document = readFileSync(join(site, 'reference', 'openapi.json'), 'utf8');
  const page = readFileSync(join(site, 'reference', 'service-gap.html'), 'utf8');

  expect(document).toBe(readFileSync(join(PROJECT, 'spec', 'openapi.json'), 'utf8'));
  expect(page).toContain('POST /{country}/');
  expect(page).toContain('<a href="requirements/GAP-CONTRACT-03.html">GAP-CONTRACT-03</a>');
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

  expect(named).toEqual(readdirSync(folder).filter((page) => /^\d.*\.md$/.test(page)));
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

/** Figures in the row of a tool that counts faults, such as 3 of 4, without marks and commas. */
const comparisonOf = (page: string, tool: string): readonly string[] => {
  const text = readFileSync(join(PROJECT, 'docs', page), 'utf8').replaceAll(/[`,]/g, '');
  const row = new RegExp(`^\\| ${tool} +\\| (\\d+ of \\d+ .*) \\|$`, 'm').exec(text)?.[1] ?? '';
  return row.split('|').map((cell) => cell.trim());
};

test.each(['assay gate', 'Schemathesis'])('the first page compares %s as measured', (tool) => {
  const [caught = '', alarms, , requests] = comparisonOf('benchmarks.md', tool);

  expect(caught).toMatch(/^\d+ of \d+$/);
  expect(comparisonOf('index.md', tool)).toEqual([caught, alarms, requests]);
});
