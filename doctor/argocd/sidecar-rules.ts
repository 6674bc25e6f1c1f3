import { textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { environment, volumeAt } from './containers.ts';

/** Rules for the sidecar of the plugin [sources: argocd-10]. */
export function sidecarRules(entry: ConfigObject, server: unknown, sidecar: unknown): readonly Finding[] {
  const path = `spec.template.spec.containers: ${textAt(sidecar, 'name')}`;
  const wrong = (details: Omit<FindingDetails, 'path'>) => error(entry, { path, ...details });
  const missing = ['/var/run/argocd', '/home/argocd/cmp-server/plugins'].filter((mount) => !volumeAt(sidecar, mount));
  return [
    ...missing.map((mount) =>
      wrong({ message: `nothing is mounted at ${mount}`, fix: 'add the mount, as in plugin/install/sidecar.yaml' }),
    ),
    ...temporaryFiles(server, sidecar).map(wrong),
    ...user(entry, sidecar).map(wrong),
    ...(environment(sidecar, 'ARGOCD_EXEC_TIMEOUT') === '' ? [] : [ineffectiveTimeout(entry, path)]),
  ];
}

type Advice = Omit<FindingDetails, 'path'>;

function temporaryFiles(server: unknown, sidecar: unknown): readonly Advice[] {
  const tmp = volumeAt(sidecar, '/tmp');
  const isReadOnly = valueAt(sidecar, 'securityContext', 'readOnlyRootFilesystem') === true;
  if (tmp === '') return isReadOnly ? [noTemporaryFiles] : [];
  return tmp === volumeAt(server, '/tmp') ? [sharedTemporaryFiles] : [];
}

const sharedTemporaryFiles: Advice = {
  message:
    'the sidecar shares /tmp with the repo-server, so a path that leads out of one checkout can lead into another',
  fix: 'mount a separate emptyDir at /tmp',
};

const noTemporaryFiles: Advice = {
  message:
    'the root file system of the sidecar is read-only and /tmp is not a volume, so the sidecar cannot unpack repositories',
  fix: 'mount an emptyDir at /tmp',
};

/** The repo-server runs as user 999. Only that user can access the socket of the plugin. */
function user(entry: ConfigObject, sidecar: unknown): readonly Advice[] {
  const own = valueAt(sidecar, 'securityContext');
  const pod = valueAt(entry.body, 'spec', 'template', 'spec', 'securityContext');
  const id = valueAt(own, 'runAsUser') ?? valueAt(pod, 'runAsUser');
  const isNonRoot = (valueAt(own, 'runAsNonRoot') ?? valueAt(pod, 'runAsNonRoot')) === true;
  const fix = 'set runAsNonRoot: true and runAsUser: 999';
  if (id !== undefined && id !== 999)
    return [
      { message: `the sidecar runs as user ${id}, so Argo CD, which runs as user 999, cannot use its socket`, fix },
    ];
  if (id === 999 || isNonRoot) return [];
  return [{ message: 'the sidecar might run as root, and then Argo CD cannot use its socket', fix }];
}

/** Reports a timeout that has no effect [sources: argocd-5]. */
function ineffectiveTimeout(entry: ConfigObject, path: string): Finding {
  const message = 'ARGOCD_EXEC_TIMEOUT has no effect on a plugin; only the timeouts of the repo-server clients apply';
  const fix =
    'remove the variable, and set controller.repo.server.timeout.seconds and server.repo.server.timeout.seconds';
  return warning(entry, { path, message, fix });
}
