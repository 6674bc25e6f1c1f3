import fc from 'fast-check';

export type Body = Readonly<Record<string, unknown>>;

export const names = ['acme', 'acme-dev', 'acme-prod', 'beta', 'legacy', 'shop'] as const;
export const label = fc.constantFrom('team', 'env', 'tier');
export const text = fc.constantFrom('a', 'b', 'c');
export const labels = fc.dictionary(label, text, { maxKeys: 3 });
export const role = fc.constantFrom('admin', 'edit', 'view', 'debugger');
export const amounts = fc.dictionary(
  fc.constantFrom('pods', 'requests.cpu', 'secrets'),
  fc.constantFrom('1', '3', '10'),
  {
    minKeys: 1,
    maxKeys: 2,
  },
);
export const subject = fc.oneof(
  fc.record({ kind: fc.constantFrom('User', 'Group'), name: fc.constantFrom('ann', 'bob', 'cid') }),
  fc.record({
    kind: fc.constant('ServiceAccount'),
    name: fc.constantFrom('ci', 'cd'),
    namespace: fc.constantFrom(...names),
  }),
);
export const selector = fc.record({ matchLabels: fc.dictionary(label, text, { minKeys: 1, maxKeys: 1 }) });
export const policy = { podSelector: {}, policyTypes: ['Ingress'] };

export function namespace(name: string, own: Body, annotations: Body = {}): Body {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: own, annotations } };
}
