import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { hasSidecar } from './repo-server-rules.ts';

/** Objects of the Argo CD instances that leasehold is installed in. */
export function served(all: readonly ConfigObject[], configuration: Configuration): readonly ConfigObject[] {
  const { applications, plugins, repoServers } = configuration;
  const users = [...applications, ...plugins, ...repoServers.filter(hasSidecar)];
  return all.filter((entry) => users.some((user) => near(user, all).includes(entry)));
}
