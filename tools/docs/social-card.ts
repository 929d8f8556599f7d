import { xmlText } from '../../reports/xml.ts';

/** File of the card, in the folder of the pages. */
export const SOCIAL_CARD = 'social-card.png';

/** Size of the card in pixels, which the sites that show links ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Lines of a verdict, with the colour of the first character of each. */
const VERDICT = [
  ['#ff7b72', '✗ GAP-CONTRACT-01  only one contract may be created per draft'],
  ['#8b949e', '  expected  a refusal, or a 303 to the same contract'],
  ['#8b949e', '  got       303 to another contract'],
  ['#8b949e', '  replay    assay replay GAP-CONTRACT-01 --seed 42'],
] as const;

/** The card that a site shows beside a link to the documentation, as a page to take a picture of. */
export const socialCard = (): string => `<!doctype html>
<meta charset="utf-8">
<style>
body { margin: 0; width: ${CARD_SIZE.width}px; height: ${CARD_SIZE.height}px; box-sizing: border-box; padding: 56px 72px;
  background: #0d1117; color: #f0f6fc; font-family: system-ui, 'DejaVu Sans', sans-serif; }
h1 { margin: 0; font-size: 88px; line-height: 1; }
p { margin: 24px 0 44px; font-size: 36px; line-height: 1.3; color: #c9d1d9; }
pre { margin: 0; padding: 28px 32px; border: 2px solid #30363d; border-radius: 12px; font: 26px/1.6 ui-monospace, 'DejaVu Sans Mono', monospace; }
</style>
<h1>Assay</h1>
<p>Conformance and load tests for the insurance quoting and contracting service: the broken sentence, the call that proves it.</p>
<pre>${VERDICT.map(([colour, text]) => `<span style="color: ${colour}">${xmlText(text)}</span>`).join('\n')}</pre>
`;
