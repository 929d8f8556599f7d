import { pageDocument } from '../page/page-document.ts';
import { type Content, element, type Part, shown } from '../page/element.ts';
import {
  decisionPart,
  lineTable,
  notJudgedPart,
  waiverPart,
  whyPart,
} from './certificate-parts.ts';
import { CERTIFICATE_STYLE } from './certificate-style.ts';
import type { Predicate, Statement } from '../../store/certificate/predicate.ts';

/** Reasons and waivers above which all is written smaller. */
const MUCH = 5;

/** Characters of a challenge, and what is said of it. */
const LONGEST_CHALLENGE = 180;

/** A digest in groups of four, so that two people can compare it aloud. */
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
    {},
    element('p', { class: 'issuer' }, 'Assay · insurance quoting and contracting service'),
    element('h1', {}, TITLES[kind]),
    element('p', { class: 'service' }, shown(name, 80)),
    element('p', { class: 'muted' }, shown(`${base_url}${gap}`, 180)),
    element('p', {}, shown(says, 300)),
  );
};

const factRows = ({
  startedAt,
  versions,
  plan,
  digests,
  attempts,
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
        ? 'no challenge: when the run was made, only its signer says'
        : shown(`${plan.challenge}; the run was made after it was issued`, LONGEST_CHALLENGE),
    ],
    ['Suite', element('code', {}, grouped(digests.suite, 32))],
    ['Catalogue', element('code', {}, grouped(digests.catalogue, 32))],
    [
      'Ledger',
      `${ledger.cells.toLocaleString('en-GB')} cells, fixed before anything was sent; ${evidence.exchanges.lines.toLocaleString('en-GB')} exchanges`,
    ],
    [
      'Attempts',
      `${earlier.length} earlier on this target; ${repeated.toLocaleString('en-GB')} findings repeated on fresh data, ${intermittent.length} cells intermittent`,
    ],
  ];
};

const factPart = (predicate: Predicate): Part =>
  element(
    'dl',
    {},
    factRows(predicate).flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', {}, value),
    ]),
  );

const verifyPart = ({ signer }: Predicate, digest: string): Part =>
  element(
    'footer',
    {},
    element('h2', {}, 'How to check it'),
    element(
      'p',
      {},
      'This page is made of certificate.json alone, whose SHA-256 is',
      element('code', { class: 'digest' }, grouped(digest)),
    ),
    element(
      'p',
      {},
      signer === null
        ? 'Nobody signed it. '
        : `Signed (Ed25519) with the key ${grouped(signer.keyId, 32)}. `,
      'Whoever has the file, the public key and the recorded run checks the signature and judges every exchange again, without a network:',
    ),
    element('code', {}, 'assay verify certificate.json --key assay.pub --evidence RUN'),
  );

/** The page of a certificate, or of a statement of results, for a frame: one sheet, made of the statement and its SHA-256. */
export const certificatePage = ({ predicate }: Statement, digest: string): string => {
  const isFull = predicate.whyNoCertificate.length + predicate.waivers.length > MUCH;
  const main = element(
    'main',
    isFull ? { class: 'full' } : {},
    headPart(predicate),
    whyPart(predicate),
    notJudgedPart(predicate),
    lineTable(predicate),
    factPart(predicate),
    waiverPart(predicate),
    decisionPart(predicate),
    verifyPart(predicate, digest),
  );
  const title = `${TITLES[predicate.kind]}: ${shown(predicate.service.name, 120)}`;
  return pageDocument({ title, style: CERTIFICATE_STYLE, main });
};
