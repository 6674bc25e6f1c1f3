import { type Emit, emit } from '../../../core/print/shape.ts';
import { ruleGroups } from './prometheus.ts';
import { metaOf, type Site } from './site.ts';

export interface OperatorRules {
  /** Whether Prometheus has metrics of Argo CD. */
  readonly hasArgoCd: boolean;
}

/** The rules for a Prometheus that the Prometheus Operator runs. */
export function prometheusRule(site: Site, name: string, { hasArgoCd }: OperatorRules): Emit {
  const view = metaOf({ name: `${name}-rules`, app: 'prometheus-rules' }, site.namespace);
  const labels = { ...site.settings.monitorLabels, ...view.labels };
  return emit('prometheus-rule', { ...view, labels, spec: { groups: ruleGroups(site, hasArgoCd) } });
}
