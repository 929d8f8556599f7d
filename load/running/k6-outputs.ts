import { basename } from 'node:path';
import { findBuild } from '../../client/target/find-build.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import { liveLines, liveMetrics } from '../live/live-metrics.ts';
import { unreachable } from '../live/receiver.ts';
import type { LoadConduct } from './conduct-load.ts';

/**
 * Where k6 also sends what it measures, and the tags of every sample there: the caller's own, and the run, target and build. Says
 * which receivers are not reachable. Throws UsageError where the build of the target cannot be found.
 */
export const outputsOf = async ({
  options,
  profile,
  target,
  folder,
  print,
}: Pick<LoadConduct, 'options' | 'profile' | 'target' | 'folder' | 'print'>): Promise<
  Pick<LoadConduct, 'live' | 'tags'>
> => {
  for (const line of liveLines()) print(line);
  const live = liveMetrics(options);
  if (!live) return {};
  const redactor = createRedactor(target);
  for (const line of await unreachable(live.receivers)) print(redactor.text(line));
  const build = await findBuild(target);
  const tags = {
    ...profile.tags,
    run: basename(folder.path),
    target: redactor.text(target.name),
    ...(build === null ? {} : { build }),
  };
  return { live, tags };
};
