import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ConfigObject, type Configuration, containersOf } from './configuration.ts';

const smallestChunk = 65_536;

/** Rules for the repo-server, its sidecar and their parameters. */
export function repoServerRules(configuration: Configuration): readonly Finding[] {
  const { repoServer, params } = configuration;
  return [...(repoServer ? deploymentRules(repoServer) : []), ...(params ? parameterRules(params) : [])];
}

function deploymentRules(entry: ConfigObject): readonly Finding[] {
  const containers = containersOf(entry.body);
  const server = containers.find((container) => /repo-server$/.test(textAt(container, 'name')));
  const sidecars = containers.filter(isPluginServer);
  const chunk = Number(environment(server, 'ARGOCD_CMP_CHUNK_SIZE') || '1024');
  const findings = sidecars.flatMap((sidecar) => sidecarRules(entry, server, sidecar));
  if (sidecars.length === 0 || chunk >= smallestChunk || isSetElsewhere(server, 'ARGOCD_CMP_CHUNK_SIZE'))
    return findings;
  const path = 'spec.template.spec.containers: ARGOCD_CMP_CHUNK_SIZE';
  const message = `a repository goes to the plugin in pieces of ${chunk} bytes`;
  return [
    ...findings,
    warning(entry, { path, message, fix: `set it to ${smallestChunk} on the repo-server's container` }),
  ];
}

function isPluginServer(container: unknown): boolean {
  return [...listAt(container, 'command'), ...listAt(container, 'args')].some((word) =>
    /argocd-cmp-server$/.test(String(word)),
  );
}

/** The requirements of each sidecar [sources: argocd-10]. */
function sidecarRules(entry: ConfigObject, server: unknown, sidecar: unknown): readonly Finding[] {
  const path = `spec.template.spec.containers: ${textAt(sidecar, 'name')}`;
  const security = valueAt(sidecar, 'securityContext');
  const wrong = (message: string, fix: string) => error(entry, { path, message, fix });
  const tmp = volumeAt(sidecar, '/tmp');
  const missing = ['/var/run/argocd', '/home/argocd/cmp-server/plugins'].filter((mount) => !volumeAt(sidecar, mount));
  return [
    ...missing.map((mount) => wrong(`nothing is mounted at ${mount}`, 'mount it as plugin/install/sidecar.yaml does')),
    ...(tmp && tmp === volumeAt(server, '/tmp')
      ? [
          wrong(
            'it shares /tmp with the repo-server: a path that leaves one checkout leads into another',
            'give it an emptyDir of its own',
          ),
        ]
      : []),
    ...(valueAt(security, 'readOnlyRootFilesystem') === true && !tmp
      ? [
          wrong(
            'its root is read-only and /tmp is no volume: repositories cannot be unpacked',
            'mount an emptyDir at /tmp',
          ),
        ]
      : []),
    ...(isNonRoot(valueAt(sidecar, 'securityContext')) || isNonRoot(valueAt(entry.body, ...podSecurityPath))
      ? []
      : [
          wrong(
            'it may run as root, and Argo CD can then not use its socket',
            'set runAsNonRoot: true and runAsUser: 999',
          ),
        ]),
    ...(environment(sidecar, 'ARGOCD_EXEC_TIMEOUT') === '' ? [] : [ineffectiveTimeout(entry, path)]),
  ];
}

const podSecurityPath = ['spec', 'template', 'spec', 'securityContext'];

function isNonRoot(security: unknown): boolean {
  return valueAt(security, 'runAsNonRoot') === true || valueAt(security, 'runAsUser') === 999;
}

/** [sources: argocd-5] */
function ineffectiveTimeout(entry: ConfigObject, path: string): Finding {
  const message = 'ARGOCD_EXEC_TIMEOUT does nothing here; the one limit is that of who asks the repo-server';
  const fix = 'set controller.repo.server.timeout.seconds and server.repo.server.timeout.seconds';
  return warning(entry, { path, message, fix });
}

function volumeAt(container: unknown, path: string): string {
  return textAt(
    listAt(container, 'volumeMounts').find((mount) => textAt(mount, 'mountPath') === path),
    'name',
  );
}

/** The value of a variable; empty when it is not set, or not set here. */
function environment(container: unknown, name: string): string {
  return textAt(
    listAt(container, 'env').find((entry) => textAt(entry, 'name') === name),
    'value',
  );
}

/** True if the variable comes from a ConfigMap, which is not checked. */
function isSetElsewhere(container: unknown, name: string): boolean {
  return listAt(container, 'env').some(
    (entry) => textAt(entry, 'name') === name && valueAt(entry, 'valueFrom') !== undefined,
  );
}

const timeouts = ['controller.repo.server.timeout.seconds', 'server.repo.server.timeout.seconds'] as const;

/** argocd-cmd-params-cm. [sources: argocd-5, argocd-6] */
function parameterRules(params: ConfigObject): readonly Finding[] {
  const data = valueAt(params.body, 'data');
  const exclusions = textAt(data, 'reposerver.plugin.tar.exclusions')
    .split(';')
    .map((glob) => glob.trim());
  const [controller, server] = timeouts.map((name) => Number(textAt(data, name) || 60));
  const short = timeouts.filter((name) => Number(textAt(data, name) || 60) < 60);
  const dataPath = (key: string) => `data["${key}"]`;
  return [
    ...(exclusions.some((glob) => ['.git', '.git/*', '.git/**'].includes(glob))
      ? []
      : [
          warning(params, {
            path: dataPath('reposerver.plugin.tar.exclusions'),
            message: 'the whole history of a repository goes to the plugin with each call',
            fix: 'set it to .git/*',
          }),
        ]),
    ...(controller === server
      ? []
      : [
          warning(params, {
            path: dataPath(timeouts[0]),
            message: `the controller waits ${controller} s for a render and the server ${server} s: one shows what the other gave up`,
            fix: 'set both timeouts to the same',
          }),
        ]),
    ...short.map((name) =>
      warning(params, {
        path: dataPath(name),
        message: 'less than 60 s must do for the copy of the repository, the queue and the render together',
        fix: 'set it to 60 or more',
      }),
    ),
  ];
}
