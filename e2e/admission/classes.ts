import type { KubeObject } from '../manifests.ts';

const names = ['high', 'low', 'low-2', 'normal'];

/**
 * The classes that the pods of fixtures use. The API server rejects a pod of an unknown class before it evaluates any
 * rule.
 */
export const classes: readonly KubeObject[] = names.flatMap((name, index) => [
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value: index },
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: 'runc' },
]);
