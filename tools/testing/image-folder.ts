import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { type ContainerStage, ownStages, argumentsOf } from './containerfile.ts';

/** Result of a Containerfile's steps in a plain folder instead of an image. */
export interface ImageFolder {
  /** Resolves a path of the image. */
  readonly at: (path: string) => string;
  /** Variables of the image, with its PATH before this machine's. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every file of the installation, with its modification time. */
  readonly list: () => readonly string[];
}

/** Paths of the image in a command; the shell and its programs are those of this machine. */
const OF_IMAGE = /(?<=^|[\s=])\/(?=(opt|package|tmp|usr\/local|work)(\/|\s|$))/g;

const copy = (from: string, to: string, isKept: boolean): void => {
  mkdirSync(dirname(to), { recursive: true });
  // No later stage needs it, and moving is faster.
  if (isKept) cpSync(from, to, { recursive: true });
  else renameSync(from, to);
};

/** Runs the steps of one stage, with its paths below `root`. Throws with a command's output. */
const takeSteps = (root: string, stages: string, stage: ContainerStage): Record<string, string> => {
  const own: Record<string, string> = {};
  const { PATH = '', HOME = '' } = process.env;
  const path = [join(root, 'usr', 'local', 'bin'), dirname(process.execPath), PATH].join(delimiter);
  let cwd = root;
  const run = (text: string): void => {
    const command = text.replaceAll(OF_IMAGE, `${root}/`);
    const env = { HOME, ...own, PATH: path };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${text} ended with ${status}:\n${stdout}${stderr}`);
  };
  for (const { instruction, text } of stage.steps) {
    const words = text.split(' ');
    if (instruction === 'RUN') run(text);
    else if (instruction === 'WORKDIR') mkdirSync((cwd = join(root, text)), { recursive: true });
    else if (instruction === 'ENV')
      for (const [name = '', value = ''] of words.map((word) => word.split('=')))
        own[name] = join(root, value);
    else if (instruction === 'COPY') {
      const other = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : null;
      const [from = '', to = ''] = words;
      const source = other ? join(stages, other, from) : join(PROJECT, from);
      copy(source, to.endsWith('./') ? join(cwd, from) : join(root, to), other === null);
    }
  }
  return { ...own, PATH: path };
};

/**
 * Runs the steps of the Containerfile's last two stages in a folder. The results of earlier stages are passed in: the
 * archive of the package, and k6.
 */
export const buildImageFolder = (folder: string, archive: string, k6: string): ImageFolder => {
  const at = (stage: string, path: string): string => join(folder, stage, path);
  copy(archive, at('package', join('package', 'assay-0.tgz')), true);
  copy(k6, at('k6', join('usr', 'local', 'bin', 'k6')), true);
  const [program, last] = ownStages().slice(-2);
  if (!program || !last) throw new Error('expected two stages at the end of the Containerfile');
  mkdirSync(at('last', join('usr', 'local', 'bin')), { recursive: true });
  mkdirSync(at('last', 'tmp'), { recursive: true });
  takeSteps(join(folder, program.name), folder, program);
  const environment = takeSteps(join(folder, 'last'), folder, last);
  const list = (): readonly string[] =>
    readdirSync(at('last', 'opt'), { recursive: true, encoding: 'utf8' })
      // Root on this machine may write the compile cache; the image's own user may not.
      .filter((path) => !path.includes(join('node_modules', '.cache')))
      .map((path) => `${path} ${lstatSync(at('last', join('opt', path))).mtimeMs}`)
      .toSorted();
  return { at: (path) => at('last', path), environment, list };
};

/** Entry point of the last stage: `assay`. */
const entryPoint = (): readonly string[] => {
  const stage = ownStages().at(-1);
  const [text = '[]'] = stage ? argumentsOf(stage, 'ENTRYPOINT') : [];
  return JSON.parse(text) as readonly string[];
};

/** Starts the image's program in the caller's folder, as the image does, with a read-only installation. */
export const runInImage = (image: ImageFolder, ...args: readonly string[]) => {
  const cwd = image.at('work');
  const [program = '', ...first] = entryPoint();
  const run = (name: string, ...words: readonly string[]) =>
    spawnSync(name, words, { cwd, env: image.environment, encoding: 'utf8' });
  run('chmod', '-R', 'a-w', image.at('opt'));
  try {
    return run(program, ...first, ...args);
  } finally {
    run('chmod', '-R', 'u+w', image.at('opt'));
  }
};
