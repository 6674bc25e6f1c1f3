import { render } from '../../leasehold.ts';
import { waitForPolicies } from '../admission/marker.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { type ApplicationStatus, applicationIn } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { namespace, ownCluster } from './installation.ts';
import { memberTenant } from './member-tenant.ts';
import { sessionOf } from './session.ts';

export const group = 'mallory-devs';
export const account = 'system:serviceaccount:leasehold-members:mallory';

/** The name of an Application that the platform formerly used for a namespace of the tenant: the name of the tenant. */
export const platformApplication = 'mallory';

const policies = ['leasehold-cordon', 'leasehold-tracking'];

/** An Argo CD with the tenants of `memberTenant`, and the policies about tracking and cordons. */
export async function installMembers(repository: string): Promise<ArgoCd> {
  const argo = await sharedArgoCd();
  const data = {
    'accounts.kim': 'login',
    'application.sync.impersonation.enabled': 'true',
    'application.sync.impersonation.enforced': 'false',
  };
  const change = { body: { data }, contentType: 'application/merge-patch+json' };
  await argo.plane.api.request('PATCH', `/api/v1/namespaces/${namespace}/configmaps/argocd-cm`, change);
  const { objects } = render([{ path: 'platform.yaml', text: memberTenant(repository) }]);
  const all = objects.flatMap(({ text }) => readManifests(text));
  const isPolicy = ({ kind }: KubeObject) => kind.startsWith('Validating');
  const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace';
  for (const object of all.filter(isNamespace)) await argo.apply(labeled(object));
  for (const object of all.filter((one) => !isNamespace(one) && !isPolicy(one))) await argo.apply(object);
  for (const object of all.filter((one) => isPolicy(one) && policies.includes(one.metadata.name)))
    await argo.apply(object);
  await waitForPolicies(argo.cluster);
  return argo;
}

/** As after a sync of the platform's Application. The namespace `mallory-frozen` is also cordoned. */
function labeled(object: KubeObject): KubeObject {
  const { name, labels, annotations } = object.metadata;
  const isFrozen = name === 'mallory-frozen';
  const application = isFrozen ? platformApplication : 'all-tenants';
  return {
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...(labels as object), ...(isFrozen ? { 'leasehold.dev/cordoned': 'true' } : {}) },
      annotations: {
        ...(annotations as object),
        'argocd.argoproj.io/tracking-id': `${application}:/Namespace:/${name}`,
      },
    },
  };
}

interface Wanted {
  readonly repository: string;
  readonly name: string;
  readonly path: string;
  readonly place?: string;
}

/** As a member, creates an Application of a directory of the repository. */
export async function createAsMember(
  argo: ArgoCd,
  { repository, name, path, place = 'mallory-dev' }: Wanted,
): Promise<number> {
  const server = await argo.startApi();
  const spec = {
    project: 'mallory',
    source: { repoURL: repository, path, targetRevision: 'main' },
    destination: { server: ownCluster, namespace: place },
    syncPolicy: { automated: {}, retry: { limit: 0 } },
  };
  return server.post('/api/v1/applications', { metadata: { name, namespace }, spec }, sessionOf(group));
}

/** The messages about the objects of the first sync. */
export async function synced(argo: ArgoCd, name: string): Promise<string> {
  const isDone = ({ operationState }: ApplicationStatus) =>
    operationState?.syncResult?.resources?.some(({ status }) => status !== undefined) === true;
  const { operationState } = await applicationIn(argo.plane.api, name).until('syncs or fails', isDone);
  const resources = operationState?.syncResult?.resources ?? [];
  return [operationState?.message, ...resources.map(({ status, message }) => `${status}: ${message}`)].join('\n');
}

export async function removePolicies({ cluster }: ArgoCd): Promise<void> {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const kinds = ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy'];
  await cluster.remove(kinds.flatMap((kind) => policies.map((name) => ({ apiVersion, kind, metadata: { name } }))));
}
