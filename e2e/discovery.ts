import { apiVersionOf } from '../kubernetes/api-version.ts';
import type { Api } from './api.ts';
import { eventually } from './daemon.ts';
import type { KubeObject } from './manifests.ts';

interface Resource {
  readonly path: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** The API paths of each kind in one cluster. Only `waitFor` repeats the discovery for an unknown kind. */
export interface Discovery {
  /** Path of one object, such as /apis/apps/v1/namespaces/tenants/deployments/org-acme. */
  pathOf(object: KubeObject): Promise<string>;
  /** Whether the kind is namespaced; undefined if the cluster does not serve it. */
  isNamespaced(apiVersion: string, kind: string): Promise<boolean | undefined>;
  /** Retries until the kind is served: a new definition takes a moment. */
  waitFor(apiVersion: string, kind: string): Promise<void>;
}

export function discover(api: Api): Discovery {
  let known: Promise<ReadonlyMap<string, Resource>> | undefined;
  const look = async (apiVersion: string, kind: string) => {
    known ??= readResources(api);
    return (await known).get(`${apiVersion} ${kind}`);
  };
  return {
    pathOf: async (object) => pathTo(await look(object.apiVersion, object.kind), object),
    isNamespaced: async (apiVersion, kind) => (await look(apiVersion, kind))?.namespaced,
    waitFor: async (apiVersion, kind) => {
      await eventually(`${apiVersion} ${kind} is served`, async () => {
        const found = await look(apiVersion, kind);
        if (!found) known = undefined;
        return found;
      });
    },
  };
}

function pathTo(resource: Resource | undefined, { apiVersion, kind, metadata }: KubeObject): string {
  if (!resource) throw new Error(`the cluster has no ${apiVersion} ${kind}`);
  const place = resource.namespaced ? `namespaces/${metadata.namespace ?? 'default'}/` : '';
  return `${resource.path}/${place}${resource.plural}/${encodeURIComponent(metadata.name)}`;
}

/** Aggregated discovery: one response contains all groups, another the core group. */
interface GroupList {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly scope: 'Cluster' | 'Namespaced';
        readonly responseKind: { readonly kind: string };
      }[];
    }[];
  }[];
}

const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

async function readResources(api: Api): Promise<ReadonlyMap<string, Resource>> {
  const lists = await Promise.all(['/api', '/apis'].map((path) => api.request('GET', path, { accept })));
  return new Map(lists.flatMap(({ body }) => resourcesOf(body as unknown as GroupList)));
}

function resourcesOf({ items }: GroupList): readonly (readonly [string, Resource])[] {
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources = [] }) => {
      const group = metadata?.name ?? '';
      const apiVersion = apiVersionOf({ group, version });
      const path = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
      return resources.map(({ resource, scope, responseKind }) => {
        const found = { path, plural: resource, namespaced: scope === 'Namespaced' };
        return [`${apiVersion} ${responseKind.kind}`, found] as const;
      });
    }),
  );
}
