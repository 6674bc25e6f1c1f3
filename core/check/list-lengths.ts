import { isLimitKey } from '../../admission/limits.ts';
import { byteLength } from '../../data/byte-length.ts';
import { textEntriesAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { Manifest } from '../print/manifest.ts';
import { atValue, type Fault } from '../problem/problem.ts';

/**
 * The most items of a list for an admission rule. With more, the API server could refuse a pod with many images because the
 * expression costs too much: docs/enforcement.md has measurements.
 */
const maxItems = 2000;

/** The most characters of all annotations of an object [sources: kubernetes-10]. */
const maxBytes = 256 * 1024;

/** A namespace with a list that could be too long has more characters than this. */
const suspect = 2 * maxItems;

/** Reports lists of a tenant's namespaces that the API server cannot store, or cannot check within its limits. */
export function listLengths(manifests: readonly Manifest[]): readonly Fault[] {
  return manifests
    .filter(({ id, text }) => id.kind === 'Namespace' && text.length > suspect)
    .flatMap((manifest) => faultsOf(manifest).slice(0, 1));
}

function faultsOf({ id, origin, tenant, text }: Manifest): readonly Fault[] {
  if (!origin) return [];
  const reading = readYaml(text);
  const annotations = reading.ok ? textEntriesAt(reading.bodies[0], 'metadata', 'annotations') : [];
  const bytes = annotations.reduce((sum, [key, value]) => sum + byteLength(key + value), 0);
  const long = annotations.filter(([key, value]) => isLimitKey(key) && value.split('\n').length > maxItems);
  const messages = [
    ...long.map(([key, value]) => `${key} has ${value.split('\n').length} items, and ${maxItems} are the most`),
    ...(bytes > maxBytes ? [`the annotations have ${bytes} bytes, and ${maxBytes} are the most`] : []),
  ];
  return messages.map((message) => ({
    code: 'list-too-long',
    origin,
    place: atValue(['metadata', 'name']),
    message: `${formatId(id)}: ${message}`,
    fix: 'list a registry in place of its repositories, or a domain with a dot before it in place of its hosts',
    tenants: [tenant],
  }));
}
