import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/** What to do about values that leasehold does not support. */
export const otherwise = 'install the chart yourself, and set mode: External in the IntegrationConfig';

/** Whether the author chose the value. Samples of the chart kinds set all values, unlike an IntegrationConfig. */
export function isChosen(path: Path): boolean {
  return path[1] === 'components';
}

/** Reports a value of a chart for objects that leasehold does not render: an error only if the author chose it. */
export function reportUnsupported(path: Path, reason: string, report: Report): void {
  const message = `${path.slice(-2).join('.')} ${isChosen(path) ? 'is not supported' : 'has no effect'}: ${reason}`;
  report(isChosen(path) ? 'mismatch' : 'ignored-field', path, message, { fix: `remove the field, or ${otherwise}` });
}
