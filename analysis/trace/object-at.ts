import type { ObjectId } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';

/** The identity of the object that a line of a rendered file belongs to, or undefined when it holds none. */
export function objectAt(text: string, line: number): ObjectId | undefined {
  const lines = text.split('\n');
  const start = lines.lastIndexOf('---', Math.max(line - 1, lines.indexOf('---')));
  const next = lines.indexOf('---', start + 1);
  const reading = readYaml(`${lines.slice(start + 1, next < 0 ? undefined : next).join('\n')}\n`);
  const body = reading.ok ? reading.bodies[0] : undefined;
  const { apiVersion, kind, metadata } = (body ?? {}) as Partial<KubernetesObject>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !metadata) return undefined;
  const slash = apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
  };
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}
