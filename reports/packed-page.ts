import { gzipSync } from 'node:zlib';

/**
 * Delimiters of the data in Allure's single file: `d("widgets/tree.json","eyJ…"),d(…)`, names in JSON, contents in
 * base64.
 */
const BEFORE = 'Promise.allSettled([';
const AFTER = '])';
const DATUM = /d\(("(?:[^"\\]|\\.)*"),"([A-Za-z0-9+/=]*)"\)/g;

/**
 * Unpacks the data when the page opens: a line of JSON with names and lengths, followed by the contents. Allure's own
 * code awaits allureReportDataReady and fetches contents from data: addresses; most of them it never requests. They are
 * answered here: on a busy machine, such a fetch in Chromium did not always come back.
 */
const LOADER = String.raw`
      (async () => {
        const packed = Uint8Array.from(atob(PACKED), (sign) => sign.charCodeAt(0));
        const { readable, writable } = new DecompressionStream('gzip');
        const writer = writable.getWriter();
        const written = Promise.all([writer.write(packed), writer.close()]);
        const [unpacked] = await Promise.all([new Response(readable).arrayBuffer(), written]);
        const bytes = new Uint8Array(unpacked);
        const base64 = (part) => {
          let text = '';
          for (let at = 0; at < part.length; at += 8192)
            text += String.fromCharCode(...part.subarray(at, at + 8192));
          return btoa(text);
        };
        const fetchAddress = window.fetch;
        window.fetch = async (address, options) => {
          const [, type, content] = /^data:([^,]*);base64,(.*)$/.exec(address) ?? [];
          if (content === undefined) return fetchAddress(address, options);
          const body = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
          return new Response(body, { headers: { 'content-type': type } });
        };
        let at = bytes.indexOf(10) + 1;
        for (const [name, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)))) {
          const part = bytes.subarray(at, (at += length));
          Object.defineProperty(window.allureReportData, name, { get: () => base64(part) });
        }
        window.allureReportDataReady = true;
      })().catch((error) => {
        document.body.textContent =
          'This report needs a browser of 2023 or later with gzip decompression. (' + error + ')';
      });
    `;

const packed = (all: ReadonlyMap<string, Buffer>): string => {
  const data = [...all];
  const lengths = data.map(([name, content]) => [name, content.length]);
  const head = Buffer.from(`${JSON.stringify(lengths)}\n`);
  return gzipSync(Buffer.concat([head, ...data.map(([, content]) => content)]), {
    level: 9,
  }).toString('base64');
};

/**
 * Compresses the data in Allure's page, to a third of the size or less. Returns the page unchanged if its format is
 * not the one of this version of Allure.
 */
export const withPackedData = (html: string): string => {
  const start = html.lastIndexOf(`${BEFORE}d(`);
  const end = html.indexOf(AFTER, start);
  if (start === -1 || end === -1) return html;
  const list = html.slice(start + BEFORE.length, end);
  const found = [...list.matchAll(DATUM)];
  if (found.map(([text]) => text).join(',') !== list) return html;
  // The page uses the last entry of a name.
  const data = new Map(
    found.map(([, name = '', content = '']) => [
      JSON.parse(name) as string,
      Buffer.from(content, 'base64'),
    ]),
  );
  const close = html.indexOf('</script>', end);
  return `${html.slice(0, start)}const PACKED = '${packed(data)}';${LOADER}${html.slice(close)}`;
};

/** Allure's analytics: a script from another host, and the call to it. */
const ANALYTICS = [
  /<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/www\.googletagmanager\.com[^>]*>\s*<\/script>/gi,
  /<script>\s*window\.dataLayer[^]*?<\/script>/gi,
];

/** Removes Allure's analytics, which would report every reader to another host. */
export const withoutAnalytics = (html: string): string =>
  ANALYTICS.reduce((text, pattern) => text.replaceAll(pattern, ''), html);

/** Elements of Allure's page that no run fills. */
const NEVER_FILLED = ['nav-tab-qualityGate', 'retry-filter', 'flaky-filter', 'resolution-filter'];
/** Elements that are filled only if the run has a file of global messages. */
const OF_GLOBALS = ['nav-tab-globalAttachments', 'nav-tab-globalErrors'];

/** Removes empty tabs and filters; `hasGlobals` if the run has messages of its own. */
export const withoutEmptyTabs = (html: string, hasGlobals: boolean): string => {
  const names = [...NEVER_FILLED, ...(hasGlobals ? [] : OF_GLOBALS)];
  const selector = names.map((name) => `[data-testid="${name}"]`).join(',');
  return html.replace('</head>', `<style>${selector}{display:none!important}</style></head>`);
};

const LOADED =
  /<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?\/\/[^"'\s>]+)/gi;
const INLINE_SCRIPT = /(<script\b[^>]*>)[^]*?<\/script>/gi;

/** Addresses on other hosts that a page would load. Text inside scripts is not searched. */
export const outsideReferences = (html: string): string[] =>
  [...html.replaceAll(INLINE_SCRIPT, '$1').matchAll(LOADED)].map(([, address = '']) => address);
