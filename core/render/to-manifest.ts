import { syncWaveAnnotation } from '../../kubernetes/argocd-annotations.ts';
import type { Labels } from '../../templates/views.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';
import { managed, outputDirectory, tenantLabels } from '../kind/tenant.ts';
import { printObject } from '../print/foreign-object.ts';
import type { Manifest } from '../print/manifest.ts';
import { type Emit, type ShapeEmit, shapeOf } from '../print/shape.ts';
import type { Settings } from '../settings/settings.ts';
import type { Origin } from '../source/source.ts';
import { foreignVolumes, none, shapeVolumes } from './volumes.ts';
import { waveOf } from './waves.ts';

/** The source and the destination of objects. */
export interface Source extends Pick<Manifest, 'tenant' | 'origin' | 'file'> {
  /** The labels of every object of the tenant. They override the object's own labels. */
  readonly labels: Labels;
  /** Whether volumes outlive the tenant by default. */
  readonly retainsVolumes: boolean;
}

export function sourceOf(
  tenant: string,
  origin: Origin | undefined,
  name: string,
  { retainVolumes }: Pick<Settings, 'retainVolumes'>,
): Source {
  const labels = tenantLabels(tenant);
  return { tenant, origin, file: `${outputDirectory(tenant)}/${name}`, labels, retainsVolumes: retainVolumes };
}

/** Prints an object, with its labels and sync wave. */
export function toManifest(emit: Emit, source: Source): Manifest {
  return 'object' in emit ? foreignManifest(emit.object, source) : shapeManifest(emit, source);
}

/**
 * Objects of Templates and charts sync in wave 1, after the namespace and its workloads, unless they set a wave
 * [sources: argocd-12].
 */
function foreignManifest(object: ForeignObject, source: Source): Manifest {
  const { tenant, origin, file, labels: own, retainsVolumes } = source;
  const { group, kind, namespace, name } = object;
  const ownWave = object.annotations[syncWaveAnnotation];
  const wave = ownWave === undefined ? 1 : Number(ownWave);
  const labels = { ...object.labels, ...own };
  const volumes = foreignVolumes(object, retainsVolumes);
  const annotations = { ...volumes, ...object.annotations, [syncWaveAnnotation]: String(wave) };
  const text = printObject(object, { labels, annotations });
  return { id: { group, kind, namespace, name }, tenant, origin, file, shape: undefined, wave, text };
}

/** Uses Object.assign because V8 spreads objects of many different shapes about four times more slowly. */
function shapeManifest(emit: ShapeEmit, source: Source): Manifest {
  const { shape, view } = emit;
  const { group, kind, print } = shapeOf(shape);
  const { tenant, origin, file } = source;
  const wave = emit.wave ?? waveOf(group, kind);
  const labels = Object.assign({}, managed, view.labels, source.labels);
  const text = print(view, { labels, annotations: annotationsOf(emit, wave, source.retainsVolumes) });
  const id = { group, kind, namespace: view.namespace, name: view.name };
  return { id, tenant, origin, file, shape, wave, text };
}

function annotationsOf(emit: ShapeEmit, wave: number, retainsVolumes: boolean): Labels | undefined {
  const { annotations } = emit.view;
  const volumes = shapeVolumes(emit, retainsVolumes);
  const own = volumes === none ? annotations : Object.assign({}, volumes, annotations);
  const isEmpty = Object.keys(own).length === 0;
  if (wave === 0) return isEmpty ? undefined : own;
  const syncWave = { [syncWaveAnnotation]: String(wave) };
  return isEmpty ? syncWave : Object.assign({}, own, syncWave);
}
