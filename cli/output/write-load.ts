import { createProgress } from '../../reports/console/progress.ts';
import type { ExitCode } from '../../oracles/exit-code.ts';
import { checkKubernetesFolder, writeKubernetes } from '../../load/kubernetes/write-kubernetes.ts';
import {
  checkAnswer,
  k6ForLoad,
  loadableTarget,
  type LoadSubject,
  type LoadOrder,
} from '../../load/running/ready-load.ts';
import { print } from './print.ts';

/** Writes the load of a profile for Kubernetes; undefined where it was stopped. Throws UsageError and TargetError. */
export const writeLoad = async (
  order: LoadOrder,
  subject: LoadSubject,
  folder: string,
): Promise<ExitCode | undefined> => {
  const { options, version, profile, signal } = order;
  const target = await loadableTarget(order, subject);
  checkKubernetesFolder(folder);
  const { instances = 2 } = options;
  const now = new Date();
  const k6 = await k6ForLoad(signal);
  if (!k6 || profile.kind !== 'steps') return undefined;
  await checkAnswer(target, options, signal);
  const progress = createProgress(process.stderr);
  const made = {
    options,
    version,
    profile,
    signal,
    target,
    k6,
    progress,
    print,
    folder,
    instances,
    now,
  };
  return writeKubernetes(made).finally(() => progress.stop());
};
