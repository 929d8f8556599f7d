import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';

/** Instruction of a Containerfile, such as RUN, and its arguments on one line. */
export interface ContainerStep {
  readonly instruction: string;
  readonly text: string;
}

/** Steps from one FROM to the next. */
export interface ContainerStage {
  /** Name after AS; the last stage has none. */
  readonly name: string;
  /** Such as `docker.io/library/node:24.21.0-slim`. */
  readonly image: string;
  readonly steps: readonly ContainerStep[];
}

const containerStages = (text: string): readonly ContainerStage[] => {
  const steps = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): ContainerStep => {
      const [instruction = '', ...words] = line.split(' ');
      return { instruction, text: words.join(' ') };
    });
  const stages: { name: string; image: string; steps: ContainerStep[] }[] = [];
  for (const step of steps) {
    const [image = '', , name = ''] = step.text.split(' ');
    if (step.instruction === 'FROM') stages.push({ name, image, steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
};

/** Stages of the project's own Containerfile, in order. */
export const ownStages = (): readonly ContainerStage[] =>
  containerStages(readFileSync(join(PROJECT, 'Containerfile'), 'utf8'));

/** Arguments of every such instruction of a stage. */
export const argumentsOf = ({ steps }: ContainerStage, wanted: string): readonly string[] =>
  steps.filter(({ instruction }) => instruction === wanted).map(({ text }) => text);
