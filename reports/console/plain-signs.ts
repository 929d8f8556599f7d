/** Surroundings of a console. */
export interface ConsoleSystem {
  readonly platform: NodeJS.Platform;
  /** Variables; of Windows by their names in upper case. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Variables by which terminals on Windows that draw every sign announce themselves; the old console sets none of them. */
const MODERN = ['WT_SESSION', 'TERM_PROGRAM', 'CONEMUTASK', 'TERM'];

/** Locale, in the order of POSIX: the first variable that is set. */
const localeOf = ({ LC_ALL, LC_CTYPE, LANG }: ConsoleSystem['environment']): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/**
 * Tests for a terminal that may lack the signs of Assay: the console of the Linux kernel, the old one of Windows, and any whose
 * locale is set to another encoding than UTF-8. A file or a pipe keeps them.
 */
export const lacksSigns = (
  { isTTY }: { readonly isTTY?: boolean },
  { platform, environment }: ConsoleSystem,
): boolean => {
  if (isTTY !== true) return false;
  if (platform === 'win32') return !MODERN.some((name) => environment[name] !== undefined);
  const locale = localeOf(environment);
  return environment['TERM'] === 'linux' || (locale !== '' && !/utf-?8/i.test(locale));
};

/** Replacements of the same width, so that columns stay aligned, and a line of progress fits. */
const PLAIN: Readonly<Record<string, string>> = {
  '✓': '+',
  '✗': 'x',
  '○': 'o',
  '–': '-',
  '…': '~',
  '█': '#',
  '░': '.',
  '‹': '<',
  '›': '>',
  '→': '>',
  '×': 'x',
  '·': '-',
};

/** A text with the signs of ASCII in the place of Assay's own; letters of any language stay. */
export const withPlainSigns = (text: string): string =>
  text.replaceAll(/[✓✗○–…█░‹›→×·]/g, (sign) => PLAIN[sign] ?? sign);

/** A terminal, or another stream. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Lets these streams write Assay's own signs in ASCII if they are consoles that may lack them; the others are unchanged. */
export const usePlainSigns = (streams: readonly Stream[], system: ConsoleSystem): void => {
  for (const stream of streams.filter((each) => lacksSigns(each, system))) {
    const write = stream.write.bind(stream) as (...given: readonly unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: readonly unknown[]) =>
      write(typeof chunk === 'string' ? withPlainSigns(chunk) : chunk, ...rest);
  }
};
