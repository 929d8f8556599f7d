import type { Contract } from './store.ts';

const escaped = (text: string): string =>
  text.replace(/[^\u0020-\u007E]/g, '?').replace(/[\\()]/g, String.raw`\$&`);

const contentOf = ({ line, id, createdAt }: Contract): string =>
  [
    'BT /F1 14 Tf 72 770 Td 20 TL',
    `(Contract ${escaped(String(id))}) Tj T*`,
    `(Line of business: ${line}) Tj T*`,
    `(Concluded on ${createdAt.toISOString()}) Tj`,
    'ET',
  ].join('\n');

/** A contract's document: a one-page PDF with a correct cross-reference table. */
export const contractDocument = (contract: Contract): Buffer => {
  const content = contentOf(contract);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n` +
      `startxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
};
