/** Allure's analytics: a script of another host, and the call that goes with it. */
const ANALYTICS = [
  /<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/www\.googletagmanager\.com[^>]*>\s*<\/script>/gi,
  /<script>\s*window\.dataLayer[^]*?<\/script>/gi,
];

/** The page without Allure's analytics, which would tell another host about every reader. */
export const withoutAnalytics = (html: string): string =>
  ANALYTICS.reduce((text, pattern) => text.replaceAll(pattern, ''), html);

/** Of Allure's page: what nothing is ever in, since no run fills it. */
const NEVER_FILLED = ['nav-tab-qualityGate', 'retry-filter', 'flaky-filter', 'resolution-filter'];
/** Those that are filled where the run has a file of global messages. */
const OF_GLOBALS = ['nav-tab-globalAttachments', 'nav-tab-globalErrors'];

/** The page without tabs and filters in which nothing is; `hasGlobals`: whether the run left messages of its own. */
export const withoutEmptyTabs = (html: string, hasGlobals: boolean): string => {
  const names = [...NEVER_FILLED, ...(hasGlobals ? [] : OF_GLOBALS)];
  const selector = names.map((name) => `[data-testid="${name}"]`).join(',');
  return html.replace('</head>', `<style>${selector}{display:none!important}</style></head>`);
};

const LOADED =
  /<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?\/\/[^"'\s>]+)/gi;
const INLINE_SCRIPT = /(<script\b[^>]*>)[^]*?<\/script>/gi;

/** Addresses of other hosts that a page would ask while it loads. Text inside scripts is not looked at. */
export const outsideReferences = (html: string): string[] =>
  [...html.replaceAll(INLINE_SCRIPT, '$1').matchAll(LOADED)].map(([, address = '']) => address);
