import { type Emit, emit } from '../../../core/print/shape.ts';
import { ruleGroups } from './prometheus.ts';
import { metaOf, type Site } from './site.ts';

export interface OperatorRules {
  /** The namespace of Argo CD. The Prometheus Operator adds it to metrics, and no tenant can change it. */
  readonly argocd: string | undefined;
}

/** The rules for a Prometheus that the Prometheus Operator runs. */
export function prometheusRule(site: Site, name: string, { argocd }: OperatorRules): Emit {
  const view = metaOf({ name: `${name}-rules`, app: 'prometheus-rules' }, site.namespace);
  const selected = argocd && `namespace=${JSON.stringify(argocd)}`;
  const labels = { ...site.settings.monitorLabels, ...view.labels };
  return emit('prometheus-rule', { ...view, labels, spec: { groups: ruleGroups(site, selected) } });
}
