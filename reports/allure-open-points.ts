import { Stage, Status } from 'allure-js-commons';
import { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { createAllureWriter } from './allure-writer.ts';

const NAME = 'Open points: how this implementation decides what the specification leaves open';

/** Puts the document about the open points among a run's Allure results, as one result that nothing was judged for. */
export const attachOpenPoints = (resultsDir: string, markdown: string): void => {
  const runtime = new ReporterRuntime({ writer: createAllureWriter(resultsDir) });
  const now = Date.now();
  const uuid = runtime.startTest({
    name: NAME,
    fullName: 'open-points',
    titlePath: ['open-points'],
    start: now,
    status: Status.PASSED,
    stage: Stage.FINISHED,
    labels: [
      { name: 'epic', value: 'Open points' },
      { name: 'host', value: 'assay' },
      { name: 'thread', value: 'Open points' },
    ],
  });
  runtime.writeAttachment(uuid, null, 'observations.md', Buffer.from(markdown), {
    contentType: 'text/markdown',
    fileExtension: '.md',
  });
  runtime.stopTest(uuid, { stop: now });
  runtime.writeTest(uuid);
};
