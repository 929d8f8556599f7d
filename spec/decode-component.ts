/** A percent-encoded text decoded, or as it is where it is not well encoded. */
export const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
