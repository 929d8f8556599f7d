import { stripVTControlCharacters, styleText } from 'node:util';

/** The styles in use. */
export type Style = 'bold' | 'dim' | 'gray' | 'green' | 'magenta' | 'red' | 'yellow';

/** Puts a style on a text, or leaves it alone. */
export type Paint = (style: Style, text: string) => string;

/** Whether to paint what goes to this stream: by NO_COLOR, FORCE_COLOR, TERM and whether it is a terminal, as Node judges them. */
export const wantsColour = (stream: NodeJS.WriteStream): boolean => {
  const painted = styleText('red', 'x', { stream });
  return painted !== stripVTControlCharacters(painted);
};

/** Paints where `colour` is true; the caller decides. */
export const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
