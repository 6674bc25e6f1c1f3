import { type Emit, emit } from '../../../core/print/shape.ts';
import { ruleGroups } from './prometheus.ts';
import { metaOf, type Site } from './site.ts';

/** The rules for a Prometheus that the Prometheus Operator runs. */
export function prometheusRule(site: Site, name: string): Emit {
  const view = metaOf({ name: `${name}-rules`, app: 'prometheus-rules' }, site.namespace);
  return emit('prometheus-rule', { ...view, spec: { groups: ruleGroups(site) } });
}
