/** Allure's analytics: a script of another host, and the call that goes with it. */
const ANALYTICS = [
  /<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/www\.googletagmanager\.com[^>]*>\s*<\/script>/gi,
  /<script>\s*window\.dataLayer[^]*?<\/script>/gi,
];

/** The page without Allure's analytics, which would tell another host about every reader. */
export const withoutAnalytics = (html: string): string =>
  ANALYTICS.reduce((text, pattern) => text.replaceAll(pattern, ''), html);

const LOADED =
  /<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?\/\/[^"'\s>]+)/gi;
const INLINE_SCRIPT = /(<script\b[^>]*>)[^]*?<\/script>/gi;

/** Addresses of other hosts that a page would ask while it loads. Text inside scripts is not looked at. */
export const outsideReferences = (html: string): string[] =>
  [...html.replaceAll(INLINE_SCRIPT, '$1').matchAll(LOADED)].map(([, address = '']) => address);
