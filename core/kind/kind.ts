import type { Bodies, KindId } from '../../build/contracts.ts';
import type { Tree } from '../../data/tree.ts';
import type { Emit } from '../print/shape.ts';
import type { Report } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { Use } from '../settings/use.ts';
import type {
  FieldEdit,
  Intent,
  Pinned,
  PlacementGrant,
  ProposalClass,
  QuotaAmounts,
  Reference,
  RenderedNamespace,
  Tenancy,
  TenantSummary,
  UncheckedDocument,
  UniqueClaim,
} from './capabilities.ts';
import type { Conversion, Convert } from './conversion.ts';
import type { LiveStatus } from './live-status.ts';
import type { Resource } from './resource.ts';
import type { Status } from './status.ts';
import type { World } from './world.ts';

/** An input kind. The folder of the kind defines this object, and kinds/index.ts lists it. */
export interface Kind<Id extends KindId = KindId, Resolved = unknown> extends Capabilities<Id>, Defaulted<Id> {
  readonly id: Id;
  /**
   * Makes all decisions: returns complete data for render, or undefined if nothing can be rendered, for example after an error.
   */
  resolve(resource: Resource<Id>, world: World, report: Report): Resolved | undefined;
  /** Picks shapes and fills their views. Decides nothing that resolve could have decided. */
  render(resolved: Resolved): readonly Emit[];
  status(resolved: Resolved): Status;
  /** For a kind whose resources can be kept in the cluster: how to compute their status there. */
  liveStatus?(resolved: Resolved): LiveStatus;
}

/** Optional capabilities of a kind. Stages and programs check for a capability instead of listing kinds. */
interface Capabilities<Id extends KindId> {
  /** The namespaces that the resource renders, so that selectors find them. They must match the output of render. */
  namespaces?(resource: Resource<Id>, world: World): readonly RenderedNamespace[];
  /**
   * For a kind that tenants share and whose objects belong to tenants: the tenants that receive objects, and the platform if it
   * receives some. Each receives separate objects in separate files, and an error affects all of them. Must not throw on an
   * invalid document.
   */
  recipients?(document: UncheckedDocument, world: World): readonly string[];
  /**
   * Whether objects of `sharedAcrossTenants` can depend on invalid documents. If a kind does not define this function, any such
   * object counts as dependent on them.
   */
  dependsOnInvalid?(world: World): boolean;
  /** What authors of a tenant's directory can do with the kind. If absent, only the Platform's directory can contain the kind. */
  readonly delegation?: Delegation<Id>;
  /**
   * The category of changes to each field, by dotted path; the longest path takes precedence. The empty path is the whole
   * document, and includes adding and removing it. Only administrators can propose changes to other fields.
   */
  readonly proposals?: Readonly<Record<string, ProposalClass>>;
  /**
   * How an intent changes the document. Undefined if the intent does not concern the document. Must not throw on an invalid
   * document.
   */
  edits?(intent: Intent, document: UncheckedDocument): readonly FieldEdit[] | undefined;
  /** The document that an intent adds. Undefined if the intent adds no document of this kind. */
  addition?(intent: Intent): Tree | undefined;
  /**
   * Prefixes of the names of the kind's objects in namespaces that tenants share. No tenant directory can own names with these
   * prefixes.
   */
  readonly objectPrefixes?: readonly string[];
  /**
   * For a kind whose resources define tenants: the summary of the tenant. Must not throw on an invalid document,
   * because the kubectl plugin passes objects that it reads from a cluster.
   */
  tenant?(document: UncheckedDocument): TenantSummary;
  /**
   * Whether the document needs no namespace: nothing is rendered into its namespace unless the resource itself is also applied to
   * the cluster.
   */
  readonly ignoresNamespace?: boolean;
  /** The amounts of a quota that tenants refer to. */
  quota?(resource: Resource<Id>): QuotaAmounts;
  /** The users of the group with the resource's name. */
  roster?(resource: Resource<Id>): readonly string[];
}

export interface Delegation<Id extends KindId> {
  /** Whether tenant directories can contain the kind without a Grant. */
  readonly byDefault: boolean;
  /** Fields, as dotted paths, that authors set freely or that `uses` covers. Every other field needs a Grant. */
  readonly free: readonly string[];
  /**
   * Additional free fields if the tenant does not share the namespace. In a shared namespace, these amounts would be taken
   * from other tenants.
   */
  readonly freeAmounts?: readonly string[];
  /**
   * Annotations that need a Grant, such as those that determine what is deleted. The annotation of a pinned field always needs
   * one.
   */
  readonly annotations?: readonly string[];
  /** What the resource uses that might belong to someone else. */
  uses(resource: Resource<Id>, settings: Settings): readonly Use[];
}

/** The parts of a kind that most kinds do not need. */
interface Defaulted<Id extends KindId> {
  readonly references: readonly Reference[];
  /** Kinds that affect every resource of this kind, although no field refers to their resources. */
  readonly needs: readonly KindId[];
  /** `own` by default. */
  readonly tenancy: Tenancy;
  readonly pinned: readonly Pinned[];
  /** How documents of an older version become documents of current kinds before they are resolved. */
  readonly conversion: Conversion | undefined;
  claims(resource: Resource<Id>, world: World): readonly UniqueClaim[];
  /** Objects of tenants that a shared resource allows in namespaces of the platform. */
  placements(resource: Resource<Id>): readonly PlacementGrant[];
  /**
   * Objects that all resources of the kind share, rendered once for the platform as soon as there is one document, even an
   * invalid one.
   */
  shared(settings: Settings): readonly Emit[];
  /**
   * Like `shared`, for objects that also depend on other resources. If there are any, an error of any tenant fails a render that
   * covers the platform and some of the tenants, unless `dependsOnInvalid` returns false or directories are delegated.
   */
  sharedAcrossTenants(world: World): readonly Emit[];
}

/** A kind without the types of its own data, so that all kinds fit one list. */
export interface AnyKind extends Omit<Kind, 'resolve' | 'render' | 'status' | 'liveStatus'> {
  /** Whether its resources can be kept in the cluster, with a status. */
  readonly hasLiveStatus?: boolean;
  compile(resource: Resource, world: World, report: Report): Compiled | undefined;
}

export interface Compiled {
  readonly emits: readonly Emit[];
  readonly status: Status;
  /** Undefined for a kind whose resources stay in Git. */
  readonly liveStatus?: LiveStatus | undefined;
}

const none = () => [];

const defaults: Omit<AnyKind, 'id'> = {
  references: [],
  needs: [],
  tenancy: 'own',
  pinned: [],
  conversion: undefined,
  claims: none,
  placements: none,
  shared: none,
  sharedAcrossTenants: none,
  compile: () => undefined,
};

/** The input of defineKind. Only the id is required. */
type Definition<Id extends KindId, Resolved> = Pick<Kind, 'id'> & Partial<Kind<Id, Resolved>> & { readonly id: Id };

/** Combines the resolve, render, status and liveStatus functions of a kind, so that no stage sees the kind's own data. */
export function defineKind<Id extends KindId, Resolved>(kind: Definition<Id, Resolved>): AnyKind {
  const { resolve, render, status, liveStatus, ...capabilities } = kind;
  const compile = (resource: Resource, world: World, report: Report): Compiled | undefined => {
    const resolved = resolve ? resolve(resource as Resource<Id>, world, report) : ({} as Resolved);
    if (!resolved) return undefined;
    return { emits: render?.(resolved) ?? [], status: status?.(resolved) ?? {}, liveStatus: liveStatus?.(resolved) };
  };
  return { ...defaults, ...capabilities, hasLiveStatus: liveStatus !== undefined, compile } as AnyKind;
}

/** Whether conversion replaces all documents of the kind. */
export function isOldKind({ id, conversion }: Pick<AnyKind, 'id' | 'conversion'>): boolean {
  return conversion !== undefined && conversion.becomes !== id;
}

/** Defines an older version of a kind. It needs no rules, because conversion replaces its documents. */
export function defineOldKind<Id extends KindId>(id: Id, becomes: KindId, convert: Convert<Bodies[Id]>): AnyKind {
  return { ...defaults, id, conversion: { becomes, applies: () => true, convert: convert as Convert<unknown> } };
}
