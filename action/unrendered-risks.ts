import type { Change, RiskFinding } from '../analysis/diff/change.ts';
import { shortList } from '../data/short-list.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { code } from '../shell/markdown.ts';

/**
 * The note about the risks of a change that a comparison with the committed manifests does not show, because no run has
 * rendered the base yet. For example, the base removes a permission, and the change adds it again.
 */
export function unrenderedRisks(
  { changes, proposed }: Readonly<Record<'changes' | 'proposed', readonly Change[]>>,
  base: string,
): readonly string[] {
  const known = new Set(changes.flatMap(risksOf));
  const missing = [...new Set(proposed.flatMap(risksOf))].filter((risk) => !known.has(risk));
  if (missing.length === 0) return [];
  const what = missing.length === 1 ? 'this risk' : 'these risks';
  return [
    `The committed manifests are not those of the base ${code(base.slice(0, 12))}. Compared with the base, the change also has ${what}: ${shortList(missing, 5)}.`,
  ];
}

function risksOf({ id, findings }: Change): readonly string[] {
  const risk = (finding: RiskFinding) => `${finding.risk} in ${code(formatId(id))}`;
  return findings.map(risk);
}
