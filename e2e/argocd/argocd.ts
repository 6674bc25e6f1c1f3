import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { installDefinitions } from '../foreign-kinds.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { type Application, type ApplicationSource, applicationIn, applicationObject } from './application.ts';
import { readExample } from './examples.ts';
import { buildInstallation, namespace } from './installation.ts';
import { type Servers, startServers } from './servers.ts';

/** A real Argo CD that runs the plugin, and the cluster it brings tenants to. */
export interface ArgoCd extends Pick<Servers, 'restartPlugin'> {
  readonly cluster: Cluster;
  readonly plane: ControlPlane;
  readonly installation: readonly KubeObject[];
  readonly folder: string;
  /** URL of the API server under which Argo CD knows the cluster. */
  readonly server: string;
  apply(object: KubeObject): Promise<void>;
  create(source: ApplicationSource): Promise<Application>;
}

let started: Promise<ArgoCd> | undefined;

/** One for all tests of a run; it ends with the run. */
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
  await install(cluster, [
    clusterSecret(plane),
    readExample('access/project.yaml', { server: plane.server, repository: 'file:///**' }),
  ]);
  const servers = await startServers({ plane, installation, folder });
  const apply = async (object: KubeObject) => install(cluster, [object]);
  return {
    cluster,
    plane,
    installation,
    folder,
    server: plane.server,
    apply,
    create: async (source) => {
      await apply(applicationObject(source, plane.server));
      return applicationIn(plane.api, source.name);
    },
    restartPlugin: servers.restartPlugin,
  };
}

async function install(cluster: Cluster, objects: readonly KubeObject[]): Promise<void> {
  const isDefinition = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition';
  await installDefinitions(cluster, objects.filter(isDefinition));
  const rest = objects.filter((object) => !isDefinition(object));
  assert.equal(complaints(await cluster.apply(rest, { force: true })), []);
}

const namespaceObject: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };

function clusterSecret({ server, token, kubeconfig }: ControlPlane): KubeObject {
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const ca = readFileSync(config.clusters[0].cluster['certificate-authority']).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'cluster', namespace, labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
    stringData: {
      name: 'e2e',
      server,
      config: JSON.stringify({ bearerToken: token, tlsClientConfig: { caData: ca } }),
    },
  };
}

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly 'certificate-authority': string } }];
}
