import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { statesOf } from '../workloads.ts';
import { type Application, applicationIn, applicationObject, refreshTo } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';
import { platform } from './fixtures.ts';
import { namespace, ownCluster } from './installation.ts';
import { makeRepository, type Repository } from './repository.ts';
import { renderedFrom, sleepingNamespace, sleepingTenant, workload } from './sleeping-tenant.ts';

/**
 * Two applications in the namespace that hibernates, with automated sync and self-heal: `withWindow` in the project of the
 * tenant, as leasehold renders it, and `withoutWindow` in a project without sync windows.
 */
export interface Setup {
  readonly argo: ArgoCd;
  /** The Application with the objects that leasehold renders: the tenant and its project. */
  readonly tenants: Application;
  readonly withWindow: Application;
  readonly withoutWindow: Application;
  /** Commits to the tenants' repository, waits until the commit is synced, and returns everything that leasehold renders. */
  push(files: Readonly<Record<string, string | null>>): Promise<readonly KubeObject[]>;
  /** Commits another image of both applications. Returns the hash of the commit. */
  release(image: string): string;
}

let setup: Promise<Setup> | undefined;

export function sharedSetup(): Promise<Setup> {
  setup ??= createSetup();
  return setup;
}

async function createSetup(): Promise<Setup> {
  const argo = await sharedArgoCd();
  const [repository, workloads] = [makeRepository(), makeRepository()];
  const release = (image: string) => workloads.commit(workloadFiles(image));
  for (const object of [projectOfTenants(), projectWithoutWindow]) await argo.apply(object);
  const first = sleepingTenant(workloads.url);
  const commit = repository.commit(first);
  const tenants = await create(argo, tenantsObject(repository));
  await tenants.settled(commit, 120);
  const released = release('example.com/main:1');
  const [withWindow, withoutWindow] = [
    await create(argo, workloadObject('with-window', 'sleeping', workloads)),
    await create(argo, workloadObject('without-window', 'without-window', workloads)),
  ];
  for (const application of [withWindow, withoutWindow]) await application.settled(released);
  return { argo, tenants, withWindow, withoutWindow, release, push: pushTo(repository, tenants, first) };
}

function pushTo(repository: Repository, tenants: Application, first: Readonly<Record<string, string>>): Setup['push'] {
  let files = first;
  return async (changed) => {
    const all = Object.entries({ ...files, ...changed });
    files = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
    const commit = repository.commit(changed);
    await refreshTo(tenants, commit);
    await tenants.settled(commit, 120);
    return renderedFrom(files);
  };
}

async function create(argo: ArgoCd, object: KubeObject): Promise<Application> {
  await argo.apply(object);
  return applicationIn(argo.plane.api, object.metadata.name);
}

type Spec = Readonly<Record<string, unknown>>;

/** The installed project as docs/hibernation.md changes it: it also allows the namespace of Argo CD. */
function projectOfTenants(): KubeObject {
  const project = readExample('access/project.yaml', { server: ownCluster, repository: 'file:///**' });
  const spec = project['spec'] as Spec & { readonly destinations: readonly { readonly namespace: string }[] };
  const destinations = spec.destinations.filter(({ namespace: pattern }) => pattern !== `!${namespace}`);
  return { ...project, metadata: { ...project.metadata, name: 'with-projects' }, spec: { ...spec, destinations } };
}

function tenantsObject(repository: Repository): KubeObject {
  const application = applicationObject({ name: 'sleeping-tenants', repository }, ownCluster);
  return { ...application, spec: { ...(application['spec'] as Spec), project: 'with-projects' } };
}

const projectWithoutWindow: KubeObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'without-window', namespace },
  spec: { sourceRepos: ['*'], destinations: [{ server: ownCluster, namespace: sleepingNamespace }] },
};

function workloadObject(name: string, project: string, { url }: Repository): KubeObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace },
    spec: {
      project,
      source: { repoURL: url, targetRevision: 'refs/heads/main', path: name },
      destination: { server: ownCluster, namespace: sleepingNamespace },
      syncPolicy: { automated: { prune: true, selfHeal: true } },
    },
  };
}

function workloadFiles(image: string): Readonly<Record<string, string>> {
  const names = ['with-window', 'without-window'];
  return Object.fromEntries(
    names.map((name) => [`${name}/main.yaml`, JSON.stringify(workload('Deployment', name, image))]),
  );
}

/** The replica count of a workload, and its former count if the annotation keeps one. */
export async function stateOf({ argo }: Setup, name: string): Promise<readonly (number | string)[]> {
  const states = Object.entries(await statesOf(argo.plane, sleepingNamespace));
  return states.find(([own]) => own.endsWith(` ${name}`))?.[1] ?? [];
}

export async function countIs(setup: Setup, name: string, wanted: readonly (number | string)[]): Promise<void> {
  const ask = async () => (await stateOf(setup, name)).join() === wanted.join() || undefined;
  await eventually(`${name} has ${wanted.join()}`, ask);
}

/** Counts every change of the spec of a workload. Two equal counts prove that the spec did not change in between. */
export function generationOf({ argo }: Setup, name: string): string {
  const columns = '-o=custom-columns=NAME:.metadata.name,GENERATION:.metadata.generation';
  const { stdout } = argo.plane.kubectl(['get', 'deployments,statefulsets', '-n', sleepingNamespace, columns]);
  const found = new RegExp(`^${name} +([0-9]+)$`, 'm').exec(stdout);
  if (!found) throw new Error(`no ${name} in ${stdout}`);
  return found[1] as string;
}

const settingsPath = `/api/v1/namespaces/${namespace}/configmaps/argocd-cm`;

/** Restores or removes the settings of Argo CD that ignore the replica counts of sleeping workloads. */
export async function ignoreAsleep({ argo }: Setup, isIgnored: boolean): Promise<void> {
  const settings = argo.installation.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'argocd-cm',
  );
  const own = Object.entries(settings?.['data'] ?? {}).filter(([key]) => key.includes('.ignoreDifferences.apps_'));
  const data = Object.fromEntries(own.map(([key, value]) => [key, isIgnored ? value : null]));
  const contentType = 'application/merge-patch+json';
  const { status } = await argo.plane.api.request('PATCH', settingsPath, { body: { data }, contentType });
  if (status !== 200 || own.length === 0) throw new Error(`argocd-cm: ${status}, ${own.length} settings`);
}

/**
 * Removes hibernation from the Platform, because another Application cannot apply an object that this one tracks. Then removes
 * the Applications. Their other objects remain, because the Applications have no finalizers.
 */
export async function removeApplications({ withWindow, withoutWindow, tenants, push }: Setup): Promise<void> {
  await push({ 'tenants/platform.yaml': platform });
  for (const application of [withWindow, withoutWindow, tenants]) await application.remove();
}
