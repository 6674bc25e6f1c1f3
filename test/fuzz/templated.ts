import type { SourceFile } from '../../leasehold.ts';
import { file, quota } from '../laws/grant-attacks.ts';
import type { Random } from '../random.ts';
import { inherited, oddValue } from './mutate.ts';

const api = 'templates.stakater.com/v1alpha1';
const tenant = file(
  'acme.yaml',
  'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: acme}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev]}}\n',
);
const kinds = [
  ...inherited.filter((name) => /^[a-z]+$/i.test(name)),
  'ConfigMap',
  'NetworkPolicy',
  'ResourceQuota',
  'Role',
  'Secret',
];
const fields = ['data', 'rules', 'spec', 'subjects', 'type'];

interface Versions {
  readonly files: readonly SourceFile[];
  readonly base: readonly SourceFile[];
}

/** Two versions of a repository whose Template contains objects of real and invented kinds, with different values. */
export function templated(random: Random): Versions {
  const shapes = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
    apiVersion: 'v1',
    kind: random.pick(kinds),
    metadata: { name: `x${at}` },
  }));
  const contentOf = () => (random.below(2) === 0 ? oddValue(random) : { [random.pick(inherited)]: oddValue(random) });
  const version = () => repository(shapes.map((shape) => ({ ...shape, [random.pick(fields)]: contentOf() })));
  return { files: version(), base: version() };
}

function repository(manifests: readonly object[]): readonly SourceFile[] {
  const of = (kind: string, body: object) => file(`${kind}.yaml`, JSON.stringify({ apiVersion: api, kind, ...body }));
  return [
    quota,
    tenant,
    of('Template', { metadata: { name: 'any' }, resources: { manifests } }),
    of('TemplateInstance', { metadata: { name: 'any', namespace: 'acme-dev' }, spec: { template: 'any' } }),
  ];
}
