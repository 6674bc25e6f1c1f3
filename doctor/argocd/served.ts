import { textAt } from '../../data/tree.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { hasSidecar } from './repo-server-rules.ts';

/** Objects of the Argo CD instances that leasehold is installed in. */
export function served(all: readonly ConfigObject[], configuration: Configuration): readonly ConfigObject[] {
  const users = usersOf(configuration);
  return all.filter((entry) => users.some((user) => near(user, all).includes(entry)));
}

/** Whether the input contains an Argo CD instance that leasehold is installed in. */
export function usesLeasehold(configuration: Configuration): boolean {
  return usersOf(configuration).length > 0;
}

/** Objects that use leasehold, or that leasehold renders for Argo CD. */
function usersOf({ applications, plugins, repoServers, projects }: Configuration): readonly ConfigObject[] {
  const isRendered = ({ body }: ConfigObject) =>
    textAt(body, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold';
  return [...applications, ...plugins, ...repoServers.filter(hasSidecar), ...projects.filter(isRendered)];
}
