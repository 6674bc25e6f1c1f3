import { textAt } from '../../data/tree.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { hasSidecar } from './repo-server-rules.ts';

/** Whether the input uses leasehold: in an Argo CD instance, or for a project. */
export function usesLeasehold({ applications, plugins, repoServers, projects }: Configuration): boolean {
  const isRendered = ({ body }: ConfigObject) =>
    textAt(body, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold';
  return applications.length + plugins.length > 0 || repoServers.some(hasSidecar) || projects.some(isRendered);
}

/** Objects of the Argo CD instances that leasehold is installed in. */
export function served(all: readonly ConfigObject[], configuration: Configuration): readonly ConfigObject[] {
  const { applications, plugins, repoServers } = configuration;
  const users = [...applications, ...plugins, ...repoServers.filter(hasSidecar)];
  return all.filter((entry) => users.some((user) => near(user, all).includes(entry)));
}
