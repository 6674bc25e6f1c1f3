import type { KindId } from '../../build/contracts.ts';
import type { Path } from '../../data/tree.ts';
import type { Labels } from '../../templates/views.ts';

/**
 * Who owns a document if the path of its file does not determine a tenant. `own`: the tenant of its label, its owner or its name,
 * in this order. `shared`: no tenant; an error affects the tenants that refer to it, need its kind or receive its objects.
 * `platform`: no tenant; an error affects everyone.
 */
export type Tenancy = 'own' | 'shared' | 'platform';

/**
 * A field that refers to another resource by `name` (same namespace), `namespace/name` or a mapping of both, or to several by a
 * list of such strings.
 */
export interface Reference {
  readonly path: Path;
  readonly to: KindId;
  /** The resource belongs to the tenant of the referenced resource. */
  readonly owner?: true;
  /** The referenced resource can belong to another tenant. The kind's `uses` lists the reference if it needs a Grant. */
  readonly crossTenant?: true;
  /** The output of the referenced resource lists this resource, so that output is incomplete while this resource has an error. */
  readonly listed?: true;
  /** The referenced resource can exist outside the repository, so a reference to an undefined resource is not an error. */
  readonly optional?: true;
  /**
   * When a reference to an undefined resource is only a warning. If neither this field nor `optional` is set, it is always an
   * error.
   */
  readonly inSamples?: InSamples;
}

/**
 * A sample in an upstream guide can refer to resources of other samples, but must render on its own. A repository counts as
 * samples if it has no Platform and no resource of the kinds in `without`.
 */
interface InSamples {
  /** The kinds, in addition to the kind of the reference. */
  readonly without: readonly KindId[];
  /** The effect, as a clause: `nothing is rendered from it`. */
  readonly effect: string;
}

/** Allows a tenant's objects of one kind in a namespace of the platform, because an integration needs them there. */
export interface PlacementGrant {
  readonly namespace: string;
  readonly group: string;
  readonly kind: string;
}

/** Something that only one resource can have, such as a namespace, a slug or a hostname. */
export interface UniqueClaim {
  /** What is claimed, with its value, as shown in messages: `namespace user-12345`. */
  readonly what: string;
  readonly path: Path;
  /** The message and the fix if several resources make the claim, where the default text does not fit. */
  readonly conflict?: { readonly problem: string; readonly fix: string };
  /** The namespace that the claim assigns to its tenant. It must not contain resources of other tenants. */
  readonly ownsNamespace?: string;
}

/** A field that must stay the same while the resource exists, because a change would lose data or leave something behind. */
export interface Pinned {
  readonly path: Path;
  /** The effect of a change, as the end of a sentence: `the new slug starts with an empty volume`. */
  readonly why: string;
  /** The annotation that allows the change when it is "true". */
  readonly unless?: string;
}

/** A document of a known kind that may be invalid. Validate every field before use. */
export interface UncheckedDocument {
  readonly namespace: string;
  readonly name: string;
  readonly body: unknown;
}

/**
 * The category of a change to a field. The role of a person in a tenant determines which categories the person can propose. Only
 * administrators can propose changes to fields without a category.
 */
export type ProposalClass =
  | 'members'
  | 'namespaces'
  | 'namespace-metadata'
  /** Labels and annotations of namespaces that programs in the cluster read. */
  | 'reserved-metadata'
  | 'sandboxes'
  | 'hibernation'
  | 'extensions'
  | 'instances'
  | 'quota';

/** A change that is described by its effect instead of by edited text. */
export type Intent = MemberIntent | NamespaceIntent | QuotaIntent | SleepIntent;

export interface MemberIntent {
  readonly intent: 'add-member' | 'remove-member';
  readonly tenant: string;
  readonly role: 'owner' | 'editor' | 'viewer';
  readonly kind: 'user' | 'group';
  readonly name: string;
}

interface NamespaceIntent {
  readonly intent: 'add-namespace';
  readonly tenant: string;
  /** With or without the prefix of the tenant. */
  readonly name: string;
}

interface QuotaIntent {
  readonly intent: 'request-quota';
  readonly tenant: string;
  readonly quota: string;
}

interface SleepIntent {
  readonly intent: 'sleep' | 'wake';
  readonly namespace: string;
}

/** How an intent changes a document. `add` and `remove` change an item of a list. */
export type FieldEdit =
  | { readonly op: 'add' | 'remove' | 'set'; readonly path: Path; readonly value: string }
  | { readonly op: 'remove-document' };

/** A namespace as a kind renders it, before the pipeline adds labels. */
export interface RenderedNamespace {
  readonly name: string;
  readonly labels: Labels;
}

/** The tenant that a resource defines, for programs that list tenants. */
export interface TenantSummary {
  /** Name of the quota that limits the tenant. */
  readonly quota?: string;
  /** Who has a role in the tenant, highest role first. */
  readonly access?: readonly RoleMembers[];
  /** Classes that the tenant may use, by field, such as `storageClasses`. */
  readonly classes?: Readonly<Record<string, Allowance>>;
  /** Namespaces that the resource itself lists. */
  readonly namespaces?: readonly string[];
}

export interface RoleMembers {
  readonly role: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Which objects of a type a tenant may use. `unset`: the tenant does not restrict them. */
export type Allowance =
  | { readonly sort: 'unset' }
  | { readonly sort: 'all' }
  | { readonly sort: 'listed'; readonly names: readonly string[] };

/** Amounts that a quota allows, by resource name, such as `4` for `requests.cpu`. */
export type QuotaAmounts = Readonly<Record<string, string | number>>;
