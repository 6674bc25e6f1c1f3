import type { Bodies } from '../../../../build/contracts.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import type { KrytonSettings } from '../../../../core/settings/kryton.ts';
import { seconds } from '../../../../kubernetes/duration.ts';
import type { KrytonValues } from '../values/values.ts';
import { checkSchedule } from './schedule.ts';

type SnapshotSpec = NonNullable<Bodies['kryton']['spec']['snapshot']>;

export interface Snapshot {
  readonly schedule: string;
  readonly retentionSeconds: number | undefined;
  /** Undefined to use the default of the volume's driver. */
  readonly className: string | undefined;
}

interface SnapshotContext {
  readonly values: KrytonValues;
  readonly settings: KrytonSettings;
}

export function resolveSnapshot(spec: SnapshotSpec, { values, settings }: SnapshotContext, report: Report): Snapshot {
  checkSchedule('snapshot', spec, report);
  if (!values.persistence.enabled) {
    const message = 'snapshot requires a volume, but values.persistence.enabled is false';
    report('conflicting-fields', ['spec', 'snapshot'], message);
  }
  if (!settings.images.isKubectlSet) warnAboutImage(settings.images.kubectl, report);
  const { retention, schedule, volumeSnapshotClassName } = spec;
  const className = volumeSnapshotClassName || undefined;
  return { schedule, retentionSeconds: retention ? seconds(retention) : undefined, className };
}

function warnAboutImage(image: string, report: Report): void {
  const message = `snapshots use ${image}, which is no longer published with version tags`;
  const fix = 'set spec.images.kubectl of the Platform to an image that contains kubectl and bash';
  report('risky-value', ['spec', 'snapshot'], message, { fix });
}
