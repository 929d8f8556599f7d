import type { ResolvedTarget } from '../../client/target.ts';
import { k6Network } from '../k6/k6-network.ts';
import type { Profile } from '../profiles/profile.ts';

/** Why a load cannot be written for Kubernetes; empty: it can. What is secret has no place in an archive. */
export const unfitForKubernetes = (
  target: ResolvedTarget,
  profile: Profile,
  isEmbedded: boolean,
): readonly string[] => {
  const { variables, trusted } = k6Network(target);
  return [
    ...(isEmbedded
      ? ['--kubernetes: no pod can reach the embedded service; name yours with --target']
      : []),
    ...(profile.kind === 'steps'
      ? []
      : [
          '--kubernetes: wanted a profile of kind steps, got one that looks for a rate as it goes; take load, stress, spike or soak',
        ]),
    ...(profile.tags
      ? [
          '--kubernetes: k6-operator would replace the tags of the profile by its own; take tags out, and write --tag into the args of the TestRun',
        ]
      : []),
    ...(target.network.client
      ? [
          '--kubernetes: the key of tls: would lie in the archive; take tls out of the target, and let the cluster present the certificate',
        ]
      : []),
    ...(trusted !== undefined || Object.keys(variables).length > 0
      ? [
          '--kubernetes: proxies and authorities of this machine are none of a pod; take proxy and ca out of the target, and put them into the image of k6',
        ]
      : []),
  ];
};
