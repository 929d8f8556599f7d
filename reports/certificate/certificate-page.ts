import { pageDocument } from '../page/page-document.ts';
import { type Content, definitions, element, type Part, shown } from '../page/element.ts';
import {
  decisionPart,
  lineTable,
  notJudgedPart,
  waiverPart,
  reasonPart,
} from './certificate-parts.ts';
import type { Predicate, Statement } from '../../store/certificate/predicate.ts';

/**
 * Style of the certificate page: one sheet of A4 for a frame, readable on a phone. It is paper, so it has no dark
 * mode.
 */
const CERTIFICATE_STYLE = `
@page { size: A4 portrait; margin: 0; }
:root { color-scheme: light; --text: #1b2330; --muted: #55606e; --line: #d5dbe3; --good: #0b6b3a; --bad: #b42318; --warn: #8a5000; --frame: #1f3a5f; }
* { box-sizing: border-box; }
body { margin: 0; background: #e9edf2; color: var(--text); font: 10pt/1.4 Georgia, 'Times New Roman', serif; }
main { width: 210mm; min-height: 297mm; margin: 8mm auto; padding: 15mm 17mm 12mm; background: #fff; position: relative; display: flex; flex-direction: column; gap: 4mm; }
main::before { content: ''; position: absolute; inset: 7mm; border: 1.2pt solid var(--frame); outline: .4pt solid var(--frame); outline-offset: -1.6mm; pointer-events: none; }
header { text-align: center; padding-top: 3mm; }
.issuer { letter-spacing: .14em; text-transform: uppercase; font-size: 8.5pt; color: var(--muted); margin: 0; }
h1 { font-size: 25pt; font-weight: 400; color: var(--frame); margin: 1mm 0 2mm; }
h2 { font-size: 10.5pt; color: var(--frame); margin: 0 0 1mm; } p { margin: 0 0 1mm; overflow-wrap: anywhere; }
.service { font-size: 16pt; font-weight: 700; overflow-wrap: anywhere; } .muted { color: var(--muted); }
.why { border: .8pt solid var(--warn); color: var(--warn); padding: 2mm 4mm; border-radius: 1mm; }
.why ul, .many { margin: 0; padding-left: 5mm; } li { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 1.3mm 2mm; border-bottom: .5pt solid var(--line); vertical-align: top; }
thead th { color: var(--muted); font-weight: 400; font-size: 8.5pt; } td.number { text-align: right; font-variant-numeric: tabular-nums; } thead th.number { text-align: right; }
.good { color: var(--good); font-weight: 700; } .bad { color: var(--bad); font-weight: 700; } .open { color: var(--warn); font-weight: 700; } .none { color: var(--muted); }
.many { columns: 2; column-gap: 8mm; font-size: 8pt; line-height: 1.3; } .many li { break-inside: avoid; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4mm 5mm; margin: 0; font-size: 9pt; } dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: 8pt/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
footer { margin-top: auto; border-top: .5pt solid var(--line); padding-top: 3mm; font-size: 8.5pt; }
.digest { font-size: 9.5pt; letter-spacing: .03em; display: block; margin: 1mm 0; }
.full { font-size: 8.5pt; line-height: 1.25; gap: 2.5mm; } .full h1 { font-size: 19pt; } .full .service { font-size: 12pt; } .full .many { font-size: 7pt; }
.full th, .full td { padding: .7mm 2mm; } .full dl { font-size: 8pt; } .full footer { font-size: 7.5pt; padding-top: 1mm; } .full .why { padding: 1mm 4mm; }
@media (max-width: 220mm) { @media screen { body { background: #fff; font-size: 15px; } main, .full { width: auto; min-height: 0; font-size: 15px; margin: 0; padding: 26px 22px; }
  main::before { inset: 8px; outline-offset: -5px; } h1 { font-size: 1.8rem; } .service { font-size: 1.25rem; } h2 { font-size: 1rem; } .issuer, thead th, footer, dl { font-size: .85rem; }
  .many { columns: auto; font-size: .85rem; } code { font-size: .8rem; } .digest { font-size: .85rem; }
  thead { display: none; } tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 7px 0; border-bottom: 1px solid var(--line); } th, td { border: 0; padding: 0; }
  tbody th, td:not(.number) { flex: 1 0 40%; } td.number::before { content: attr(data-label) ' '; color: var(--muted); font-size: .85rem; } dl { grid-template-columns: minmax(0, 1fr); } dt { margin-top: 5px; } } }
@media print { body { background: #fff; } main { margin: 0; height: 297mm; overflow: hidden; } }
`;

/** Number of reasons and waivers above which the font is smaller. */
const MUCH = 5;

/** Characters of a challenge. */
const LONGEST_CHALLENGE = 180;

/** Splits a digest into groups of four, so that two people can compare it aloud. */
const grouped = (digest: string, digits = digest.length): string =>
  digest.slice(0, digits).replaceAll(/.{4}(?=.)/g, '$& ');

const TITLES: Readonly<Record<Predicate['kind'], string>> = {
  certificate: 'Certificate of Conformance',
  'statement of results': 'Statement of Results',
};

const headPart = (predicate: Predicate): Part => {
  const { kind, service, says } = predicate;
  const { name, base_url, gap_base_url } = service;
  const gap = gap_base_url === '' || gap_base_url === base_url ? '' : `, ${gap_base_url}`;
  return element(
    'header',
    element('p', { class: 'issuer' }, 'Assay · insurance quoting and contracting service'),
    element('h1', TITLES[kind]),
    element('p', { class: 'service' }, shown(name, 80)),
    element('p', { class: 'muted' }, shown(`${base_url}${gap}`, 180)),
    element('p', shown(says, 300)),
  );
};

const factRows = ({
  startedAt,
  versions,
  plan,
  digests,
  attempts,
  contexts,
  ledger,
  evidence,
}: Predicate): readonly (readonly [string, Content])[] => {
  const drafts = Math.min(...plan.lines.map((line) => plan.runs[line] ?? 0));
  const { earlier, repeated, intermittent } = attempts;
  return [
    ['Judged on', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
    [
      'Judged by',
      `Assay ${versions.assay}, ${plan.command}, ${drafts} drafts per line, seed ${plan.seed}`,
    ],
    [
      'Challenge',
      plan.challenge === undefined
        ? 'no challenge: the time of the run is a claim of the signer'
        : shown(`${plan.challenge}; the run was started after it was issued`, LONGEST_CHALLENGE),
    ],
    ['Suite', element('code', grouped(digests.suite, 32))],
    ['Catalogue', element('code', grouped(digests.catalogue, 32))],
    [
      'Ledger',
      `${ledger.cells.toLocaleString('en-GB')} cells, fixed before anything was sent; ${evidence.exchanges.lines.toLocaleString('en-GB')} exchanges`,
    ],
    [
      'Attempts',
      `${earlier.length} earlier on this target; ${repeated.toLocaleString('en-GB')} findings repeated on fresh data, ${intermittent.length} cells intermittent`,
    ],
    ...(contexts
      ? [
          [
            'Contexts',
            `${contexts.drawn} of ${contexts.possible} pairs of requirement kind and circumstance (such as the spelling of the country) tested; with two circumstances ${contexts.combinations.drawn} of ${contexts.combinations.possible}`,
          ] as const,
        ]
      : []),
  ];
};

const verifyPart = ({ signer }: Predicate, digest: string): Part =>
  element(
    'footer',
    element('h2', 'How to check it'),
    element(
      'p',
      'This page is generated from certificate.json, whose SHA-256 is',
      element('code', { class: 'digest' }, grouped(digest)),
    ),
    element(
      'p',
      signer === null
        ? 'It is not signed. '
        : `Signed (Ed25519) with the key ${grouped(signer.keyId, 32)}. `,
      'With the file, the public key and the recorded run, anyone can check the signature and judge every exchange again, offline:',
    ),
    element('code', 'assay verify certificate.json --key assay.pub --evidence RUN'),
  );

/**
 * Page of a certificate, or of a statement of results, for a frame: one sheet, made of the statement and its SHA-256.
 */
export const certificatePage = ({ predicate }: Statement, digest: string): string => {
  const isFull = predicate.whyNoCertificate.length + predicate.waivers.length > MUCH;
  const main = element(
    'main',
    isFull ? { class: 'full' } : {},
    headPart(predicate),
    reasonPart(predicate),
    notJudgedPart(predicate),
    lineTable(predicate),
    definitions(factRows(predicate)),
    waiverPart(predicate),
    decisionPart(predicate),
    verifyPart(predicate, digest),
  );
  const title = `${TITLES[predicate.kind]}: ${shown(predicate.service.name, 120)}`;
  return pageDocument({ title, style: CERTIFICATE_STYLE, main });
};
