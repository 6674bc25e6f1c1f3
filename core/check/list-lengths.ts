import { isLimitKey } from '../../admission/limits.ts';
import { byteLength } from '../../data/byte-length.ts';
import { textEntriesAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { Manifest } from '../print/manifest.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';

/**
 * The maximum number of items in a list for an admission rule. With longer lists, the expression for a pod with many images
 * could exceed the cost limit of the API server, which then rejects the pod. docs/enforcement.md has measurements.
 */
const maxItems = 2000;

/** The maximum size of all annotations of an object, in bytes [sources: kubernetes-10]. */
const maxBytes = 256 * 1024;

/** A shorter manifest cannot contain a list that is too long. */
const minSuspectLength = 2 * maxItems;

/**
 * Reports at most one problem of each Namespace: a list that the API server cannot check within its limits, or annotations that
 * are too large to store.
 */
export function listLengths(manifests: readonly Manifest[]): readonly UnlocatedProblem[] {
  return manifests
    .filter(({ id, text }) => id.kind === 'Namespace' && text.length > minSuspectLength)
    .flatMap((manifest) => problemsOf(manifest).slice(0, 1));
}

function problemsOf({ id, origin, tenant, text }: Manifest): readonly UnlocatedProblem[] {
  if (!origin) return [];
  const reading = readYaml(text);
  const annotations = reading.ok ? textEntriesAt(reading.bodies[0], 'metadata', 'annotations') : [];
  const bytes = annotations.reduce((sum, [key, value]) => sum + byteLength(key + value), 0);
  const long = annotations.filter(([key, value]) => isLimitKey(key) && value.split('\n').length > maxItems);
  const tooLong = long.map(([key, value]) => ({
    message: `${key} has ${value.split('\n').length} items; the maximum is ${maxItems}`,
    fix: 'list fewer items, such as a registry instead of its repositories, or a domain with a leading dot instead of its hosts',
  }));
  const message = `the annotations have ${bytes} bytes; the maximum is ${maxBytes}`;
  const tooLarge = bytes > maxBytes ? [{ message, fix: 'shorten the annotations, or remove some' }] : [];
  return [...tooLong, ...tooLarge].map((problem) => ({
    code: 'list-too-long',
    origin,
    place: atValue(['metadata', 'name']),
    message: `${formatId(id)}: ${problem.message}`,
    fix: problem.fix,
    tenants: [tenant],
  }));
}
