import type { Labels, MetaView } from '../../../../templates/views.ts';
import { trimmed } from '../render/meta.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';

interface Extra {
  readonly labels?: Labels | undefined;
  readonly annotations?: Labels | undefined;
  readonly component?: 'primary' | 'metrics';
}

/** Metadata of an object of the bundled PostgreSQL. Labels that selectors use take precedence over those of the Kryton. */
export function postgresMeta(kryton: ResolvedKryton, name: string, extra: Extra = {}): MetaView {
  const { commonAnnotations, commonLabels } = kryton.values.postgresql;
  return {
    name,
    namespace: kryton.namespace,
    labels: {
      ...commonLabels,
      ...extra.labels,
      ...postgresLabels(kryton, extra.component),
      'app.kubernetes.io/part-of': 'kryton',
    },
    annotations: { ...commonAnnotations, ...extra.annotations },
  };
}

/**
 * Labels for selectors. The default component is that of the StatefulSet, whose selector is immutable, and of the Services for
 * its pods.
 */
export function postgresLabels({ name, values }: ResolvedKryton, component = 'primary'): Labels {
  return {
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/instance': name,
    'app.kubernetes.io/name': trimmed(values.postgresql.nameOverride || 'postgresql'),
  };
}
