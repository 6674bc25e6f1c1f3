import type { Change } from '../analysis/diff/change.ts';
import type { ChangedLines } from '../io/git-history.ts';
import type { Problem, Rendering, SourceFile } from '../leasehold.ts';
import type { Base } from './base.ts';
import type { Baseline } from './baseline.ts';

/** A change and the baseline that it is compared with. */
export interface ComparedChange {
  readonly base: Base;
  /** Sentences in the report about an unexpected baseline, moved tenants, or what the authors of tenants can write. */
  readonly notes: readonly string[];
  readonly before: Rendering;
  readonly after: Rendering;
  /** The files of the new version. */
  readonly files: readonly SourceFile[];
  /** The objects that the changes are relative to. */
  readonly baseline: Baseline;
  readonly changes: readonly Change[];
  /** The changes relative to the base, which the committed manifests might not contain yet. */
  readonly proposed: readonly Change[];
  readonly problems: Problems;
  /** True if tenants move to another directory, which deletes their objects from this one. */
  readonly isMove: boolean;
  readonly changed: ChangedLines;
}

interface Problems {
  /** Errors of the new version and unsafe changes. */
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** The warnings that the earlier version does not have. */
  readonly newWarnings: readonly Problem[];
}
