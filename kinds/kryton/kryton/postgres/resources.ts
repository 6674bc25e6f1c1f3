import type { Tree } from '../../../../data/tree.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { KrytonValues } from '../values/values.ts';

type Preset = Exclude<KrytonValues['postgresql']['primary']['resourcesPreset'], 'none'>;

/** CPU and memory that the sub-chart requests and limits for each preset. */
const presets: Readonly<Record<Preset, readonly [cpu: string, memory: string, cpuLimit: string, memoryLimit: string]>> =
  {
    nano: ['100m', '128Mi', '150m', '192Mi'],
    micro: ['250m', '256Mi', '375m', '384Mi'],
    small: ['500m', '512Mi', '750m', '768Mi'],
    medium: ['500m', '1024Mi', '750m', '1536Mi'],
    large: ['1.0', '2048Mi', '1.5', '3072Mi'],
    xlarge: ['1.0', '3072Mi', '3.0', '6144Mi'],
    '2xlarge': ['1.0', '3072Mi', '6.0', '12288Mi'],
  };

interface Sized {
  readonly resources: Tree | undefined;
  readonly resourcesPreset: Preset | 'none';
}

/** Explicit resources, or those of the preset without its ephemeral storage. */
export function resourcesOf({ resources, resourcesPreset }: Sized): Tree | undefined {
  const own = omitEmpty(resources);
  if (own || resourcesPreset === 'none') return own;
  const [cpu, memory, cpuLimit, memoryLimit] = presets[resourcesPreset];
  return { limits: { cpu: cpuLimit, memory: memoryLimit }, requests: { cpu, memory } };
}
