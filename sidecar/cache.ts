import { type Claim, type ClaimTemplates, keyOf, type Namespace, type Volume } from './decide/objects.ts';
import { LimitedStore } from './work/limited-store.ts';
import { Store } from './work/store.ts';

/** The sidecar's view of the cluster. It can be stale, but stale data never leads to data loss. */
export interface Cache {
  /** By `namespace/name`; index: the namespace. */
  readonly claims: Store<Claim>;
  /** By name; index: the `namespace/name` of the claim in the reference. */
  readonly volumes: Store<Volume>;
  readonly namespaces: Store<Namespace>;
  /** By `namespace/name`; index: the namespace. */
  readonly templates: LimitedStore<ClaimTemplates>;
}

export function newCache(): Cache {
  return {
    claims: new Store<Claim>(keyOf, ({ namespace }) => namespace),
    volumes: new Store<Volume>(nameOf, ({ claim }) => claim && keyOf(claim)),
    namespaces: new Store<Namespace>(nameOf),
    templates: new LimitedStore<ClaimTemplates>(keyOf, ({ namespace }) => namespace),
  };
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
