import { placeIn, TextError, type TextProblem } from './text-file.ts';
import { visibleText } from '../../spec/message-text.ts';
import { messageOf } from '../usage-error.ts';
import { readYaml, type TextDocument } from './yaml-document.ts';

const messageFor = (text: string): string | undefined => {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/**
 * Offset of a parse error. The parser gives it for some errors only; for the others it is the last character of the shortest
 * prefix with the error.
 */
const offsetOf = (text: string, message: string): number => {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const isMet = (length: number) =>
    messageFor(text.slice(0, length))?.startsWith('Unexpected token') === true;
  if (!isMet(text.length)) return text.length;
  let [before, after] = [0, text.length];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isMet(middle)) after = middle;
    else before = middle;
  }
  return before;
};

type Problem = Omit<TextProblem, 'at'> & { readonly offset: number };

const problemIn = (text: string, message: string): Problem => {
  const offset = offsetOf(text, message);
  const before = text.slice(0, offset).trimEnd();
  const [got = ''] = text.slice(offset).trimStart();
  if (before.endsWith(',') && /[}\]]/.test(got))
    return { offset: before.length - 1, wanted: `no comma before ${got}`, got: 'one' };
  if (/[/#]/.test(got))
    return {
      offset,
      wanted: 'JSON, which has no comments',
      got: 'a comment',
      hint: 'YAML allows comments: rename the file to .yaml, the rest may stay',
    };
  if (got === '') return { offset, wanted: 'the rest of the document', got: 'the end of the file' };
  const [, wanted = 'JSON'] = /^Expected (.+?) in JSON/.exec(message) ?? [];
  if (wanted.startsWith("','") && /["{[\w-]/.test(got))
    return { offset: before.length, wanted: 'a comma', got: 'none' };
  if (message.startsWith('Bad control') || message.startsWith('Unterminated'))
    return { offset, wanted: 'a closing " in this line', got: 'the end of the line' };
  if (got === "'") return { offset, wanted: 'double quotes', got: 'a single one' };
  return { offset, wanted, got: visibleText(got) };
};

/** Parses JSON. Throws TextError with the position of the error; duplicate keys are rejected. */
export const readJson = (text: string): TextDocument => {
  const message = messageFor(text);
  if (message !== undefined) {
    const { offset, ...problem } = problemIn(text, message);
    throw new TextError([{ at: placeIn(text, offset), ...problem }]);
  }
  // JSON is YAML, whose parser knows all positions.
  return readYaml(text);
};
