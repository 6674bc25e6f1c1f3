import { annotationsRead } from '../../admission/annotations-read.ts';
import { itemsIn } from '../../admission/limits.ts';
import { cordonLabel, modeLabel } from '../../admission/metadata-keys.ts';
import type { Rule } from '../../admission/rule.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import type { EnforcementSettings } from '../../core/settings/enforcement.ts';
import { own } from '../../data/own.ts';
import { type Tree, textEntriesAt } from '../../data/tree.ts';
import { readObject } from '../../yaml/read-yaml.ts';

/** A rule that the API server evaluates in the namespaces of a tenant. */
export interface RuleInForce {
  readonly rule: string;
  /** `deny`, `warn` or `audit`. */
  readonly mode: string;
  /** The lists of the rule by annotation. An empty allowlist allows nothing. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** The rules in force for a tenant. Reads only one of its namespaces because all of them have the same lists. */
export function rulesInForce(
  objects: readonly Manifest[],
  tenant: string,
  { rules, enforcement }: { readonly rules: readonly Rule[]; readonly enforcement: EnforcementSettings },
): readonly RuleInForce[] {
  const namespace = objects.find((object) => object.tenant === tenant && object.id.kind === 'Namespace');
  const tree = namespace && (readObject(namespace.text) as Tree | undefined);
  if (!tree) return [];
  const annotations = Object.fromEntries(textEntriesAt(tree, 'metadata', 'annotations'));
  const labels = enforcement.labelsFor(tenant);
  return rules.flatMap((rule) => {
    if (rule.id === 'cordon' && !Object.hasOwn(labels, cordonLabel)) return [];
    const keys = annotationsRead(rule);
    const stated = keys.filter((key) => Object.hasOwn(annotations, key));
    if (keys.length > 0 && stated.length === 0 && !rule.limitsWithoutLists) return [];
    const mode = own(labels, modeLabel(rule.id)) ?? enforcement.modesOf(rule.id).standard;
    const lists = Object.fromEntries(stated.map((key) => [key, itemsIn(annotations[key] ?? '')]));
    return [{ rule: rule.id, mode, lists }];
  });
}
