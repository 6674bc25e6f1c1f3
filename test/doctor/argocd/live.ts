import { parse, stringify } from 'yaml';
import { listAt, textAt, valueAt } from '../../../data/tree.ts';

/** The AppProject `default`, which Argo CD creates. */
const defaultProject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'default', namespace: 'argocd' },
  spec: {
    sourceRepos: ['*'],
    destinations: [{ server: '*', namespace: '*' }],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  },
};

/**
 * What a cluster contains after someone applies this file: the object, the AppProject `default` and, for an ApplicationSet, its
 * Applications: of the elements of its list, or of the directories or files of the tenants acme and globex.
 */
export function liveExport(text: string): string {
  const object: unknown = parse(text);
  const applications = valueAt(object, 'kind') === 'ApplicationSet' ? applicationsOf(object) : [];
  const projects = applications.flatMap((one) => projectOf(textAt(one, 'spec', 'project')));
  return stringify({ kind: 'List', items: [object, defaultProject, ...applications, ...projects] });
}

function applicationsOf(set: unknown): readonly unknown[] {
  const list = listAt(set, 'spec', 'generators', 0, 'list', 'elements');
  const template = JSON.stringify(valueAt(set, 'spec', 'template'));
  const directories = template.includes('trimPrefix') ? ['acme', 'globex', '_platform'] : ['acme', 'globex'];
  return (list.length > 0 ? list : directories).map((element) => {
    const filled = fill(template, element);
    const { metadata, spec } = JSON.parse(filled) as { readonly metadata: object; readonly spec: object };
    const generated = { namespace: 'argocd', uid: textAt(metadata, 'name'), ...finalizersOf(set) };
    return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { ...metadata, ...generated }, spec };
  });
}

/** Argo CD adds the finalizer, even if the template has none [sources: argocd-14]. */
function finalizersOf(set: unknown): object {
  const keeps = valueAt(set, 'spec', 'syncPolicy', 'preserveResourcesOnDeletion') === true;
  return keeps ? {} : { finalizers: ['resources-finalizer.argocd.argoproj.io'] };
}

/** Fills in the values that our templates use: fields of elements, and names of files and directories. */
function fill(template: string, element: unknown): string {
  return template.replace(/\{\{(.*?)\}\}/g, (_, value: string) => {
    if (typeof element !== 'string') return textAt(element, value.trim().slice(1));
    return value.includes('trimPrefix') ? element.replace('_', '') : element;
  });
}

/** The AppProject that leasehold renders for a delegated tenant. */
function projectOf(name: string): readonly object[] {
  if (!name.endsWith('-deploy')) return [];
  const namespace = name.replace('-deploy', '-dev');
  const server = 'https://kubernetes.default.svc';
  return [
    {
      ...defaultProject,
      metadata: { name, namespace: 'argocd' },
      spec: {
        sourceRepos: ['https://git.example.com/platform/tenants.git'],
        destinations: [{ server, namespace }],
        namespaceResourceWhitelist: [{ group: 'apps', kind: 'Deployment' }],
        destinationServiceAccounts: [{ server, namespace, defaultServiceAccount: `leasehold-deploy:${namespace}` }],
      },
    },
  ];
}
