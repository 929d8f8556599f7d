/** What the pages of nights have beside the style of the conformance page. */
export const NIGHTLY_STYLE = `
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 4px 16px 12px; margin: 16px 0; }
section h2 { margin: 12px 0 4px; } .tag { font-size: .85rem; border: 1px solid currentColor; border-radius: 999px; padding: 1px 10px; margin-left: 8px; font-weight: 600; white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 8px 24px; }
figure { margin: 8px 0 0; min-width: 0; } .beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 8px 32px; align-items: start; } figcaption { font-weight: 600; font-size: .9rem; }
svg { display: block; width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--muted); }
.grid { stroke: var(--line); fill: none; } .band { fill: var(--link); fill-opacity: .16; } .trend { stroke: var(--muted); fill: none; stroke-width: 1.2; }
svg .calm, svg .learning { fill: var(--link); } svg .learning { fill-opacity: .45; }
svg .suspicious { fill: var(--card); stroke: var(--warn); stroke-width: 2; } svg .confirmed { fill: var(--bad); } svg .ongoing { fill: var(--card); stroke: var(--bad); stroke-width: 2; }
svg .invalid { stroke: var(--warn); fill: none; stroke-width: 1.4; } svg .change { stroke: var(--violet); stroke-dasharray: 5 4; stroke-width: 1.6; fill: none; } svg .renewed { stroke: var(--muted); stroke-dasharray: 2 3; fill: none; }
svg .one { stroke: var(--link); fill: none; stroke-width: 2; } svg .other { stroke: var(--bad); fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
svg text.key-one { fill: var(--link); } svg text.key-other { fill: var(--bad); }
.PASS { color: var(--good); } .FAIL, .REGRESSION { color: var(--bad); } .INVALID, .LEARNING { color: var(--warn); } .ERROR { color: var(--violet); }
.nights td, .nights th { text-align: right; font-weight: 400; font-variant-numeric: tabular-nums; white-space: nowrap; width: auto; min-width: 0; } .nights td:first-child, .nights th:first-child, .nights td.said { text-align: left; }
.nights td.said { white-space: normal; min-width: 180px; } section details { border: 0; padding: 0; }
@media (max-width: 600px) { svg text { font-size: 14px; } }
`;
