import type { Tree } from '../../data/tree.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { FieldChange } from './fields.ts';

/** What a change may do to a running cluster, the worst first. */
export const risks = {
  'data-loss': 'Stored data is deleted, or a guard against that is taken away.',
  'access-widened': 'Somebody may do or reach more than before.',
  'policy-loosened': 'A rule that held for pods or namespaces holds less or no longer.',
  'quota-shrunk': 'Less may be used than before; what runs now may not fit.',
  replaced: 'A field that cannot be changed in place: the object must be deleted and made anew.',
  routine: 'None of the above.',
} as const satisfies Readonly<Record<string, string>>;

export type Risk = keyof typeof risks;

/** Why a change is of a risk, as a clause: `the volume claim is removed`. */
export interface RiskFinding {
  readonly risk: Exclude<Risk, 'routine'>;
  readonly why: string;
}

export function widened(why: string): RiskFinding {
  return { risk: 'access-widened', why };
}

export function loosened(why: string): RiskFinding {
  return { risk: 'policy-loosened', why };
}

/** One object that differs between two renders. */
export interface Change {
  readonly action: 'added' | 'removed' | 'changed';
  readonly tenant: string;
  readonly id: ObjectId;
  /** A removed object that says Prune=false: Argo CD leaves it in the cluster. */
  readonly kept: boolean;
  /** The worst of its findings, or routine. */
  readonly risk: Risk;
  readonly findings: readonly RiskFinding[];
  /** Empty unless the object is on both sides. Values of Secrets are masked. */
  readonly fields: readonly FieldChange[];
  /** The input file it is made from: the new one, or the old one of a removed object. */
  readonly source: string;
}

/** The input of a risk rule: both versions of an object. An absent side is undefined. */
export interface ObjectPair {
  readonly id: ObjectId;
  readonly old: Tree | undefined;
  readonly now: Tree | undefined;
  /** True if this change adds the namespace: no running workload is at risk. */
  readonly isNew: boolean;
  /** True if the old render has an object of this kind in the namespace. */
  readonly hadKind: (kind: string) => boolean;
}

/** Finds one type of risk. */
export type RiskRule = (pair: ObjectPair) => readonly RiskFinding[];
