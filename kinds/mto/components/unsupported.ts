import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/** Whether the author chose the value. Samples of the chart kinds set all values, unlike an IntegrationConfig. */
export function isChosen(path: Path): boolean {
  return path[1] === 'components';
}

/** What to do about a value that leasehold does not support. External parts need their address in `external`. */
export function otherwise(path: Path): string {
  const change = isChosen(path)
    ? 'set mode: External and the field external instead of values'
    : 'replace this resource: set mode: External and the field external of the component in the IntegrationConfig';
  return `install the chart yourself, and ${change}`;
}

/** Reports a value of a chart for objects that leasehold does not render: an error only if the author chose it. */
export function reportUnsupported(path: Path, reason: string, report: Report): void {
  const message = `${path.slice(-2).join('.')} ${isChosen(path) ? 'is not supported' : 'has no effect'}: ${reason}`;
  report(isChosen(path) ? 'mismatch' : 'ignored-field', path, message, {
    fix: `remove the field, or ${otherwise(path)}`,
  });
}
