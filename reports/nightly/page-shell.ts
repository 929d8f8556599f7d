import type { Part } from '../page/element.ts';
import { pageDocument } from '../page/page-document.ts';
import { PAGE_STYLE } from '../page/page-style.ts';
import { NIGHTLY_STYLE } from './nightly-style.ts';

/** A page of nights: one file without a script, which asks nothing of any other host. */
export const pageShell = (title: string, main: Part): string =>
  pageDocument({ title, style: PAGE_STYLE + NIGHTLY_STYLE, main });
