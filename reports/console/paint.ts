import { styleText } from 'node:util';

/** The styles in use. */
export type Style = 'bold' | 'dim' | 'gray' | 'green' | 'magenta' | 'red' | 'yellow';

/** Puts a style on a text, or leaves it alone. */
export type Paint = (style: Style, text: string) => string;

/** Paints where `colour` is true. The caller decides: the stream is a terminal and NO_COLOR is unset. */
export const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
