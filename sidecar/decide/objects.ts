/** The retention that Git requests for the volume of a claim. */
export type Retention = 'retain' | 'prune';

/** The parts of a PersistentVolumeClaim that decisions depend on. Missing strings are empty. */
export interface Claim {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** When its deletion began; empty if it is not being deleted. */
  readonly deletedAt: string;
  readonly finalizers: readonly string[];
  /** Set if `finalizers` contains only those that decisions depend on, because all of them together are too long for the cache. */
  readonly isPartial?: true;
  /** Set if fields are missing because they are too large for a list. The claim must be read before a decision. */
  readonly isUnread?: true;
  /** Whether it belongs to an ephemeral volume of a Pod. */
  readonly belongsToPod: boolean;
  readonly requestedRetention: Retention | undefined;
  readonly tenant: string;
  readonly isBound: boolean;
  readonly volumeName: string;
}

/** The parts of a PersistentVolume that decisions depend on. */
export interface Volume {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly isDeleting: boolean;
  readonly isBound: boolean;
  readonly isReleased: boolean;
  readonly policy: string;
  readonly tenant: string;
  /** The claim and the former reclaim policy, as the sidecar recorded them. */
  readonly record: VolumeRecord | undefined;
  /** Undefined for an unclaimed volume. */
  readonly claim: ClaimReference | undefined;
}

export interface VolumeRecord {
  /** `namespace/name` */
  readonly claim: string;
  readonly policy: string;
}

export interface ClaimReference {
  readonly namespace: string;
  readonly name: string;
  /** Empty for a volume that is reserved for any claim of this name. */
  readonly uid: string;
}

export interface Namespace {
  readonly name: string;
  readonly isDeleting: boolean;
  readonly tenant: string;
  readonly requestedRetention: Retention | undefined;
}

/** The parts of a StatefulSet that decisions depend on. It can define the retention of the volumes of its claims. */
export interface ClaimTemplates {
  readonly namespace: string;
  readonly name: string;
  readonly requestedRetention: Retention | undefined;
  readonly tenant: string;
  /** Names of its first volumeClaimTemplates, with at most 512 characters in total. Undefined if there are too many to read. */
  readonly templates: readonly string[] | undefined;
}

/** `namespace/name` */
export function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
