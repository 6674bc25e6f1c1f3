import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import type { Mode, PrometheusValues } from './modes.ts';
import { isChosen, reportUnsupported } from './unsupported.ts';

/** What the chart installs with Prometheus, and why leasehold does not install it. */
const charts = {
  alertmanager:
    'leasehold renders no Alertmanager, but spec.components.alertmanagers of the Platform can list your own',
  'prometheus-node-exporter': 'leasehold renders no node-exporter',
  'prometheus-pushgateway': 'leasehold renders no Pushgateway',
} as const;

/** Reports parts of the chart that leasehold does not render, and a value that the chart does not have. */
export function checkSubcharts(values: PrometheusValues, path: Path, report: Report): void {
  for (const [chart, reason] of Object.entries(charts)) {
    if (values[chart as keyof typeof charts]?.enabled !== true) continue;
    reportUnsupported([...path, chart, 'enabled'], reason, report);
  }
  if (values.server?.persistence === undefined) return;
  const message = 'persistence has no effect: the Prometheus chart has no such value';
  report('ignored-field', [...path, 'server', 'persistence'], message, { fix: 'write persistentVolume' });
}

/**
 * Reports the kube-state-metrics of the chart, which leasehold renders separately. In an IntegrationConfig, the mode of
 * kubeStateMetrics must not contradict the value.
 */
export function checkStateChart(values: PrometheusValues, mode: Mode, path: Path, report: Report): void {
  if (values['kube-state-metrics']?.enabled !== true) return;
  const at = [...path, 'kube-state-metrics', 'enabled'];
  const field = 'components.kubeStateMetrics';
  if (mode === 'Managed') {
    const message = 'kube-state-metrics.enabled has no effect: leasehold renders kube-state-metrics separately';
    report('ignored-field', at, message, { fix: 'remove the field' });
  } else if (isChosen(at)) {
    const message = `kube-state-metrics.enabled is true, but ${field}.mode is ${mode}`;
    report('conflicting-fields', at, message, {
      fix: `remove kube-state-metrics.enabled, and set ${field}.mode to Managed if leasehold should render it`,
    });
  } else {
    const message = 'kube-state-metrics.enabled has no effect: kube-state-metrics is a separate component';
    const fix = `remove the field, and add a KubeStateMetrics or set ${field}.mode of the IntegrationConfig to Managed`;
    report('ignored-field', at, message, { fix });
  }
}
