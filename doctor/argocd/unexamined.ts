import type { Unexamined } from '../finding.ts';
import type { Configuration } from './configuration.ts';
import { memberProjects, readers } from './members.ts';
import { namesOf } from './names-of.ts';
import { unknownProjects } from './project-rules.ts';
import { served } from './served.ts';
import { hasController } from './server-side-diff.ts';

/** Objects that the rules do not cover, and objects that the rules need but the input does not contain. */
export function unexaminedIn(configuration: Configuration): readonly Unexamined[] {
  const { foreign, applications, unread } = configuration;
  return [
    ...unread.map(({ file, why }) => ({ what: file, why })),
    ...foreign.map(({ name }) => ({ what: name, why: notRecognized })),
    ...unusedParts(configuration).map((what) => ({
      what,
      why: 'part of an Argo CD instance in which no Application of the input uses leasehold',
    })),
    ...(applications.length === 0 ? [] : [...missingParts(configuration), ...unknownProjects(configuration)]),
    ...missingForMembers(configuration),
  ];
}

const notRecognized =
  'not recognized as output of leasehold; to examine an Application of a rendered directory, pass --rendered NAME';

function missingParts({ settings, params, repoServers, applications }: Configuration): readonly Unexamined[] {
  const usesPlugin = applications.some(({ usage }) => usage === 'plugin');
  const why = 'not in the input';
  return [
    ...(settings.length === 0 ? [{ what: 'ConfigMap argocd-cm', why }] : []),
    ...(usesPlugin && params.length === 0 ? [{ what: 'ConfigMap argocd-cmd-params-cm', why }] : []),
    ...(usesPlugin && repoServers.length === 0 ? [{ what: 'Deployment argocd-repo-server', why }] : []),
  ];
}

/** Objects that limit what members can do with the Applications of a project. */
function missingForMembers(configuration: Configuration): readonly Unexamined[] {
  const { clusterRoles, credentials, clients } = configuration;
  const [reading, writing] = [readers(configuration), memberProjects(configuration)];
  const why = `not in the input, although members of ${namesOf(writing)} can write Applications`;
  return [
    ...(reading !== undefined && clusterRoles.length === 0
      ? [{ what: "ClusterRole of Argo CD's server", why: `not in the input, although ${reading} can get Applications` }]
      : []),
    ...(writing.length > 0 && credentials.length === 0
      ? [{ what: 'Secrets with credentials of repositories', why }]
      : []),
    ...(writing.length > 0 && !clients.some(hasController)
      ? [{ what: 'StatefulSet argocd-application-controller', why }]
      : []),
  ];
}

/** Objects of an Argo CD instance that leasehold is not installed in. */
function unusedParts(configuration: Configuration): readonly string[] {
  const { settings, params, repoServers } = configuration;
  const all = [settings, params, repoServers].flatMap((entries) => {
    const used = served(entries, configuration);
    return entries.filter((entry) => !used.includes(entry));
  });
  return all.map(({ name }) => name);
}
