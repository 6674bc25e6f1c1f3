import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { configMaps } from './config-maps.ts';
import { postgresLabels, postgresMeta } from './meta.ts';
import { metricsObjects } from './metrics.ts';
import { networkPolicy, services } from './network.ts';
import { statefulSet } from './stateful-set.ts';

/** The bundled PostgreSQL, with the names that the sub-chart uses [sources: kryton-7]. */
export function postgresObjects(kryton: ResolvedKryton): readonly Emit[] {
  if (!kryton.values.postgresql.enabled) return [];
  return [
    ...passwords(kryton),
    ...configMaps(kryton),
    ...serviceAccount(kryton),
    ...networkPolicy(kryton),
    ...services(kryton),
    emit('stateful-set', statefulSet(kryton, postgresLabels(kryton))),
    ...disruptionBudget(kryton),
    ...metricsObjects(kryton),
  ];
}

function passwords(kryton: ResolvedKryton): readonly Emit[] {
  const { names, passwords: own } = kryton;
  if (own.from === 'cluster') return [];
  return [emit('secret', { ...postgresMeta(kryton, names.databaseSecret), stringData: own.data })];
}

function serviceAccount(kryton: ResolvedKryton): readonly Emit[] {
  const { annotations, automountServiceAccountToken, create } = kryton.values.postgresql.serviceAccount;
  if (!create) return [];
  const view = postgresMeta(kryton, kryton.names.databaseAccount, { annotations });
  return [emit('service-account', { ...view, automountServiceAccountToken })];
}

/** Kubernetes accepts either minAvailable or maxUnavailable, but not both. */
function disruptionBudget(kryton: ResolvedKryton): readonly Emit[] {
  const { labels, pdb } = kryton.values.postgresql.primary;
  const { create, maxUnavailable, minAvailable } = pdb;
  if (!create) return [];
  const selector = { matchLabels: postgresLabels(kryton) };
  const bound = minAvailable ? { minAvailable } : { maxUnavailable: maxUnavailable || 1 };
  const view = postgresMeta(kryton, kryton.names.database, { labels });
  return [emit('pod-disruption-budget', { ...view, spec: { ...bound, selector } })];
}
