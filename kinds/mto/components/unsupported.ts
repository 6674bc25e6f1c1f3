import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/**
 * Reports a value of a chart for objects that leasehold does not render. In an IntegrationConfig it is an error, because
 * someone chose it. Samples of the kinds of charts set all values, so there it is a warning.
 */
export function reportUnsupported(path: Path, reason: string, report: Report): void {
  const isChosen = path[1] === 'components';
  const message = `${path.slice(-2).join('.')} ${isChosen ? 'is not supported' : 'has no effect'}: ${reason}`;
  report(isChosen ? 'mismatch' : 'ignored-field', path, message, {
    fix: 'remove it, or run the chart yourself, and set mode: External in the IntegrationConfig',
  });
}
