import type { Path } from '../../data/tree.ts';

/**
 * Something that a document in a tenant directory uses and that can belong to someone else. A use is allowed if the tenant owns
 * it by name or if a Grant allows it; everything else is an error.
 *
 * `name`: a name outside the tenant's own namespaces, such as a slug. `object-name`: the name of an object in the resource's
 * namespace, which matters only if tenants share that namespace. `own-namespace`: a namespace that the tenant creates.
 * `namespace`: a namespace that objects are rendered into. `field`: a protected field, as a dotted path, with one value;
 * `expected` is a value that needs no Grant. `inNamespace` is the namespace to which the value refers; if it belongs to the
 * tenant, the value needs no Grant. `missing-field`: a protected field that is absent or empty; with `isHost`, the object applies
 * to every host. `folder`: a folder of a store that tenants can share; its first step is a name. `host`: a host that a tenant
 * serves or, with `folder`, a path on this host, which needs no Grant if its first step belongs to the tenant. `secret`: a key of
 * a secret store. `metadata`: the key of a label or annotation. `plane`: a TenantPlane with the names that a Grant can use for it.
 * `template`: a Template, which is also allowed if no Grant of the tenant names a Template.
 */
export type Use = { readonly path: Path } & (
  | {
      readonly sort: 'name' | 'object-name' | 'own-namespace' | 'namespace' | 'template';
      readonly name: string;
    }
  | { readonly sort: 'plane'; readonly names: readonly [string, ...string[]] }
  | {
      readonly sort: 'field';
      readonly field: string;
      readonly value: string;
      readonly expected?: string;
      readonly inNamespace?: string;
    }
  | {
      readonly sort: 'missing-field';
      readonly field: string;
      readonly expected?: string;
      readonly inNamespace?: string;
      readonly isHost?: boolean;
    }
  | { readonly sort: 'folder'; readonly folder: string }
  | { readonly sort: 'host'; readonly host: string; readonly folder?: string }
  | { readonly sort: 'secret'; readonly store: string; readonly key: string }
  | { readonly sort: 'metadata'; readonly key: string }
);
