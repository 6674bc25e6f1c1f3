import { listed } from '../../data/listed.ts';
import { textAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, pluginSources } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import {
  containersOf,
  environment,
  imageVersion,
  isLeaseholdSidecar,
  isPluginServer,
  isSetElsewhere,
} from './containers.ts';
import { requiredPlatformRules } from './required-platform.ts';
import { sidecarRules } from './sidecar-rules.ts';
import { sizeRules } from './size-rules.ts';

const smallestChunk = 65_536;

/** Rules for the repo-servers of Applications that use the plugin. */
export function repoServerRules(configuration: Configuration): readonly Finding[] {
  const { repoServers, applications, platforms } = configuration;
  return repoServers.flatMap((server) => {
    const own = applications.filter((one) => one.usage === 'plugin' && near(one, repoServers).includes(server));
    const sidecars = containersOf(server.body).filter(isLeaseholdSidecar);
    if (sidecars.length === 0) return own.length === 0 ? [] : [missingSidecar(server, own)];
    return [
      ...sidecars.flatMap((sidecar) => sidecarRules(server, mainContainer(server), sidecar)),
      ...sidecars.flatMap((sidecar) => requiredPlatformRules(server, sidecar, { applications: own, platforms })),
      ...versionRules(server, sidecars, own),
      ...chunkRules(server),
      ...sizeRules(server, [mainContainer(server), ...sidecars], configuration),
    ];
  });
}

/** True if the repo-server of an Argo CD instance has the plugin. */
export function hasSidecar({ body }: ConfigObject): boolean {
  return containersOf(body).some(isLeaseholdSidecar);
}

function mainContainer({ body }: ConfigObject): unknown {
  return containersOf(body).find((container) => /repo-server$/.test(textAt(container, 'name')));
}

const containers = 'spec.template.spec.containers';

function missingSidecar(server: ConfigObject, applications: readonly ApplicationObject[]): Finding {
  const others = containersOf(server.body)
    .filter(isPluginServer)
    .map((one) => textAt(one, 'name'));
  const more = applications.length - 1;
  const who = more === 0 ? `${applications[0]?.name} needs` : `${applications[0]?.name} and ${more} more need`;
  const found =
    others.length === 0
      ? 'no sidecar of a plugin'
      : `only the ${others.length === 1 ? 'sidecar' : 'sidecars'} ${listed(others)}`;
  const message = `the repo-server has ${found}, but ${who} the plugin leasehold`;
  return error(server, { path: containers, message, fix: 'add the sidecar of plugin/install, named leasehold' });
}

/**
 * The version in the plugin name of an Application must be the version of an image. Checks nothing if an image has no
 * version.
 */
function versionRules(
  server: ConfigObject,
  sidecars: readonly unknown[],
  applications: readonly ApplicationObject[],
): readonly Finding[] {
  const versions = [...new Set(sidecars.map((one) => imageVersion(one) ?? ''))];
  if (versions.includes('')) return [];
  const images = versions.length === 1 ? 'the image has version' : 'the images have the versions';
  const named = applications.flatMap((one) => pluginSources(one).map(({ source }) => textAt(source, 'plugin', 'name')));
  const missing = [...new Set(named)].filter(
    (name) => /^leasehold-\d/.test(name) && !versions.includes(name.replace('leasehold-', '')),
  );
  return missing.map((name) =>
    error(server, {
      path: `${containers}: image`,
      message: `${images} ${listed(versions)}, but an Application names ${name}`,
      fix: 'use an image and a plugin name with the same version',
    }),
  );
}

function chunkRules(server: ConfigObject): readonly Finding[] {
  const main = mainContainer(server);
  const text = environment(main, 'ARGOCD_CMP_CHUNK_SIZE');
  const chunk = isWholeNumber(text) ? Number(text) : 1024;
  if (chunk >= smallestChunk || isSetElsewhere(main, 'ARGOCD_CMP_CHUNK_SIZE')) return [];
  const message = `Argo CD sends repositories to the plugin in chunks of ${chunk} bytes, which is slow`;
  const fix = `set ARGOCD_CMP_CHUNK_SIZE to ${smallestChunk} in the container of the repo-server`;
  return [warning(server, { path: `${containers}: ARGOCD_CMP_CHUNK_SIZE`, message, fix })];
}

const timeouts = ['controller.repo.server.timeout.seconds', 'server.repo.server.timeout.seconds'] as const;
const dataPath = (key: string) => `data["${key}"]`;

/** Rules for argocd-cmd-params-cm of an Argo CD instance with the plugin [sources: argocd-5, argocd-6]. */
export function parameterRules(params: ConfigObject): readonly Finding[] {
  return [...exclusionRules(params), ...timeoutRules(params)];
}

function exclusionRules(params: ConfigObject): readonly Finding[] {
  const key = 'reposerver.plugin.tar.exclusions';
  const globs = textAt(params.body, 'data', key)
    .split(';')
    .map((glob) => glob.trim());
  if (globs.some((glob) => ['.git', '.git/*', '.git/**'].includes(glob))) return [];
  const message = 'Argo CD sends the whole history of a repository to the plugin with each call';
  return [warning(params, { path: dataPath(key), message, fix: 'add .git/* to the list' })];
}

function timeoutRules(params: ConfigObject): readonly Finding[] {
  const texts = timeouts.map((name) => ({ name, text: textAt(params.body, 'data', name) }));
  const malformed = texts.filter(({ text }) => text !== '' && !isWholeNumber(text));
  const [controller, server] = texts.map(({ text }) => (isWholeNumber(text) ? Number(text) : 60));
  const short = texts.filter(({ text }) => isWholeNumber(text) && Number(text) < 60);
  return [
    ...malformed.map(({ name, text }) =>
      warning(params, {
        path: dataPath(name),
        message: `${text} is not a whole number, so Argo CD uses 60 s`,
        fix: 'set it to a number of seconds without a unit',
      }),
    ),
    ...(controller === server
      ? []
      : [
          warning(params, {
            path: dataPath(timeouts[0]),
            message: `the controller waits ${controller} s for a render, but the server waits ${server} s, so they can show different results`,
            fix: 'set both timeouts to the same value',
          }),
        ]),
    ...short.map(({ name }) =>
      warning(params, {
        path: dataPath(name),
        message: 'less than 60 s is too short for the copy of the repository, the queue and the render together',
        fix: 'set it to 60 or more',
      }),
    ),
  ];
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Checks the resource tracking method [sources: argocd-16]. */
export function trackingRules(settings: ConfigObject): readonly Finding[] {
  const method = textAt(settings.body, 'data', 'application.resourceTrackingMethod');
  if (method !== 'label') return [];
  const message = 'with tracking by label, Argo CD also owns copies of an object, and prunes them';
  const path = dataPath('application.resourceTrackingMethod');
  return [warning(settings, { path, message, fix: 'set it to annotation' })];
}
