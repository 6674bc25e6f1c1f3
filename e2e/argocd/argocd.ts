import * as assert from 'uvu/assert';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { installDefinitions } from '../foreign-kinds.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { type Application, type ApplicationSource, applicationIn, applicationObject } from './application.ts';
import { readExample } from './examples.ts';
import { buildInstallation, namespace, ownCluster } from './installation.ts';
import { type Servers, startServers } from './servers.ts';

/** A real Argo CD that runs the plugin, and its destination cluster. */
export interface ArgoCd extends Servers {
  readonly cluster: Cluster;
  readonly plane: ControlPlane;
  readonly installation: readonly KubeObject[];
  readonly folder: string;
  /** The URL by which Argo CD identifies the cluster. */
  readonly server: string;
  apply(object: KubeObject): Promise<void>;
  create(source: ApplicationSource): Promise<Application>;
}

let started: Promise<ArgoCd> | undefined;

/** One instance for all tests of a run; it stops at the end of the run. */
export function sharedArgoCd(): Promise<ArgoCd> {
  started ??= startArgoCd();
  return started;
}

async function startArgoCd(): Promise<ArgoCd> {
  const plane = await sharedControlPlane();
  const folder = temporaryFolder('lh-argo-');
  const cluster = clusterOf(plane.api);
  const installation = buildInstallation(folder);
  await install(cluster, [namespaceObject, ...installation]);
  await install(cluster, [readExample('access/project.yaml', { server: ownCluster, repository: 'file:///**' })]);
  const servers = await startServers({ plane, installation, folder });
  const apply = async (object: KubeObject) => install(cluster, [object]);
  return {
    cluster,
    plane,
    installation,
    folder,
    server: ownCluster,
    apply,
    create: async (source) => {
      await apply(applicationObject(source, ownCluster));
      return applicationIn(plane.api, source.name);
    },
    ...servers,
  };
}

async function install(cluster: Cluster, objects: readonly KubeObject[]): Promise<void> {
  const isDefinition = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition';
  await installDefinitions(cluster, objects.filter(isDefinition));
  const rest = objects.filter((object) => !isDefinition(object));
  assert.equal(complaints(await cluster.apply(rest, { force: true })), []);
}

const namespaceObject: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
