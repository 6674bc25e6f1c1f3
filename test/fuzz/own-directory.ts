import type { ReadableFile } from '../../core/source/source.ts';
import type { SourceFile } from '../../leasehold.ts';
import { file, kleff, kryton, org } from '../laws/grant-attacks.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

const api = 'templates.stakater.com/v1alpha1';
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references of Templates
    replicas: '${{X}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references of Templates
    template: { spec: { containers: [{ name: 'web', image: '${Y}' }] } },
  },
};

/** A Template of the platform whose instances a tenant writes. */
export const webTemplate = file(
  'platform/web.yaml',
  JSON.stringify({
    apiVersion: api,
    kind: 'Template',
    metadata: { name: 'web' },
    parameters: [{ name: 'X' }, { name: 'Y' }],
    resources: { manifests: [deployment] },
  }),
);

/** Documents that the tenant may write. Those of other tests belong to other tenants, so that all of them are refused. */
const documents: readonly ReadableFile[] = [
  kleff('evil', 'free', 'evil'),
  org('evil', 'free'),
  kryton({ ingress: { enabled: true, host: 'evil.apps.example.com' } }),
  file(
    '',
    'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {users: [eve@example.com]}}}\n',
  ),
  file('', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: evil-x, labels: {stakater.com/tenant: evil}}\n'),
  file(
    '',
    `apiVersion: ${api}\nkind: TemplateInstance\nmetadata: {name: web, namespace: evil-dev}\nspec: {template: web, parameters: [{name: X, value: "1"}, {name: Y, value: nginx}]}\n`,
  ),
];

/** Names that belong to others. */
const foreign = ['acme', 'acme-dev', 'tenants', 'kube-system', 'evilx', 'argocd', 'Evil', ''];

/** The directory of the tenant after a change of one of its documents. */
export function ownDirectory(seed: number): readonly SourceFile[] {
  const random = new Random(seed);
  const files = documents.map(({ text }, index) => file(`tenants/evil/${index}.yaml`, text));
  return random.below(2) === 0 ? mutate(files, random) : renamedOnce(files, random);
}

/** Another name at one of the places where the name of the tenant is. */
function renamedOnce(files: readonly ReadableFile[], random: Random): readonly SourceFile[] {
  const chosen = random.below(files.length);
  return files.map((one, index) => {
    const places = [...one.text.matchAll(/evil(?:-[a-z]+)?/g)];
    if (index !== chosen || places.length === 0) return one;
    const { index: start, 0: name } = random.pick(places);
    return { ...one, text: `${one.text.slice(0, start)}${random.pick(foreign)}${one.text.slice(start + name.length)}` };
  });
}
