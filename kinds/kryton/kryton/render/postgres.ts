import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { Labels, MetaView } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { scriptsOf, statefulSet } from './stateful-set.ts';

/** The bundled PostgreSQL, with the names that the sub-chart uses [sources: kryton-7]. */
export function postgresObjects(kryton: ResolvedKryton): readonly Emit[] {
  if (!kryton.values.postgresql.enabled) return [];
  const { database } = kryton.names;
  const view = postgresMeta(kryton, database);
  const selector = postgresLabels(kryton);
  return [
    ...passwords(kryton),
    ...initScripts(kryton),
    emit('service-account', { ...view, automountServiceAccountToken: false }),
    emit('network-policy', {
      ...view,
      egress: [{}],
      ingress: [{ ports: [{ port: 5432 }] }],
      podSelector: { matchLabels: selector },
      policyTypes: ['Ingress', 'Egress'],
    }),
    emit('service', { ...view, ports, selector, type: 'ClusterIP' }),
    emit('headless-service', { ...postgresMeta(kryton, kryton.names.databaseHeadless), ports, selector }),
    emit('stateful-set', { ...view, ...statefulSet(kryton, selector) }),
    emit('pod-disruption-budget', { ...view, maxUnavailable: 1, selector }),
  ];
}

const ports = [{ name: 'tcp-postgresql', port: 5432, protocol: 'TCP', targetPort: 'tcp-postgresql' }];

function postgresMeta(kryton: ResolvedKryton, name: string): MetaView {
  const labels = { ...postgresLabels(kryton), 'app.kubernetes.io/part-of': 'kryton' };
  return { name, namespace: kryton.namespace, labels, annotations: {} };
}

function postgresLabels({ name }: ResolvedKryton): Labels {
  return {
    'app.kubernetes.io/component': 'primary',
    'app.kubernetes.io/instance': name,
    'app.kubernetes.io/name': 'postgresql',
  };
}

function passwords(kryton: ResolvedKryton): readonly Emit[] {
  const { names, passwords: own } = kryton;
  if (own.from === 'cluster') return [];
  return [emit('secret', { ...postgresMeta(kryton, names.databaseSecret), stringData: own.data })];
}

function initScripts(kryton: ResolvedKryton): readonly Emit[] {
  const data = scriptsOf(kryton);
  return data ? [emit('config-map', { ...postgresMeta(kryton, kryton.names.databaseScripts), data })] : [];
}
