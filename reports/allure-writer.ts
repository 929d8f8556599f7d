import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReporterRuntimeConfig, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';

type AllureWriter = Exclude<ReporterRuntimeConfig['writer'], string | readonly unknown[]>;

/**
 * Writes Allure results into a folder, each file whole or not at all. Unlike Allure's own writer it does not wait for
 * the disk (fsync): the embedded service answers on the same thread, and a killed process loses nothing either way.
 */
export const createAllureWriter = (resultsDir: string): AllureWriter => {
  mkdirSync(resultsDir, { recursive: true });
  const publish = (name: string, write: (path: string) => void): void => {
    const path = join(resultsDir, name);
    write(`${path}.tmp`);
    renameSync(`${path}.tmp`, path);
  };
  const put = (name: string, content: string | Buffer): void =>
    publish(name, (path) => writeFileSync(path, content));
  return {
    writeResult: (result) => put(`${result.uuid}-result.json`, JSON.stringify(result)),
    writeGroup: (group) => put(`${group.uuid}-container.json`, JSON.stringify(group)),
    writeAttachment: put,
    writeAttachmentFromPath: (name, from) => publish(name, (path) => copyFileSync(from, path)),
    writeEnvironmentInfo: (info) => put('environment.properties', stringifyEnvInfo(info)),
    writeCategoriesDefinitions: (categories) => put('categories.json', JSON.stringify(categories)),
    writeGlobals: (name, globals) => put(name, JSON.stringify(globals)),
  };
};
