import type { Risk } from '../analysis/diff/change.ts';
import { riskNames } from './change-summary.ts';

/** The mark and the name of a risk. The input fail-on uses the same name. */
export function riskTitle(risk: Risk): string {
  return `${riskMark(risk)} ${risk}`;
}

export function riskMark(risk: Risk): string {
  const isBefore = (other: Risk) => riskNames.indexOf(risk) < riskNames.indexOf(other);
  if (risk === 'routine' || (risk as string) === 'tenant-added') return '🟢';
  if (isBefore('access-widened')) return '🔴';
  return isBefore('quota-shrunk') ? '🟠' : '🟡';
}

/** Sorts the most severe risks first. */
export function byRisk(a: { readonly risk: Risk }, b: { readonly risk: Risk }): number {
  return riskNames.indexOf(a.risk) - riskNames.indexOf(b.risk);
}
