import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { isTried } from '../runs.ts';
import { acme, everyTenant, file, kleff, shared } from './grant-attacks.ts';

const selectors: Readonly<Record<string, object>> = {
  'a label': { matchLabels: { 'stakater.com/kind': 'dev' } },
  'one of several values': {
    matchExpressions: [{ key: 'stakater.com/kind', operator: 'In', values: ['dev', 'prod'] }],
  },
  'none of several values': { matchExpressions: [{ key: 'stakater.com/kind', operator: 'NotIn', values: ['prod'] }] },
  'a label that exists': { matchExpressions: [{ key: 'stakater.com/tenant', operator: 'Exists' }] },
  'a label that is absent': { matchExpressions: [{ key: 'kleff.io/tenant', operator: 'DoesNotExist' }] },
  'a label of the Platform and a value': {
    matchLabels: { 'stakater.com/tenant': 'acme' },
    matchExpressions: [{ key: 'example.com/tier', operator: 'NotIn', values: ['gold'] }],
  },
};

/** The platform's resources that select namespaces of all tenants. */
const choosing: Readonly<Record<string, (selector: object) => object>> = {
  ClusterTemplateInstance: (selector) =>
    instance('templates.stakater.com/v1alpha1', 'ClusterTemplateInstance', selector),
  'ClusterTemplateInstance of an earlier version': (selector) =>
    instance('tenantoperator.stakater.com/v1alpha1', 'ClusterTemplateInstance', selector),
  TemplateGroupInstance: (selector) =>
    instance('tenantoperator.stakater.com/v1alpha1', 'TemplateGroupInstance', selector),
  ClusterResourceSupervisor: (labelSelector) => ({
    apiVersion: 'hibernation.stakater.com/v1beta1',
    kind: 'ClusterResourceSupervisor',
    metadata: { name: 'chosen' },
    spec: { namespaces: { labelSelector }, schedule: { sleepSchedule: '0 20 * * *', wakeSchedule: '0 8 * * *' } },
  }),
};

function instance(apiVersion: string, kind: string, selector: object): object {
  return { apiVersion, kind, metadata: { name: 'chosen' }, spec: { template: 'chosen', selector, sync: true } };
}

const template = {
  apiVersion: 'templates.stakater.com/v1alpha1',
  kind: 'Template',
  metadata: { name: 'chosen' },
  resources: {
    manifests: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'chosen' }, data: { tenant: '${tenant}' } },
    ],
  },
};

const mto = (more = '') =>
  `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev, prod, acme-dev]${more}}}\n`;
const gold = ', metadata: {common: {labels: {example.com/tier: gold}}}';
const own = {
  apiVersion: 'templates.stakater.com/v1alpha1',
  kind: 'TemplateInstance',
  metadata: { name: 'own', namespace: 'evil-dev' },
  spec: { template: 'chosen' },
};

/** The files of the other tenant, valid or invalid. */
const hostile: Readonly<Record<string, string>> = {
  'namespaces that the selector selects': `${mto()}---\n${kleff('evil', 'free', 'evil').text}`,
  'a granted label that selectors compare': mto(gold),
  'a label that is not granted': mto(gold.replace('example.com/tier', 'stakater.com/tenant')),
  'an object with the name of a selected object': `${mto()}---\n${JSON.stringify(own)}`,
  'an invalid Tenant': mto(', sandboxes: 5'),
  'a document that no reader accepts': 'spec: [',
  'an instance of its own for everyone': `${mto()}---\n${JSON.stringify(instance('tenantoperator.stakater.com/v1alpha1', 'TemplateGroupInstance', {}))}`,
  'the namespace of the other tenant': mto().replace('acme-dev]', 'x], withoutTenantPrefix: [acme-dev]'),
};

suite('law: what a selector of the platform selects for one tenant does not depend on other tenants', (test) => {
  const granted = {
    ...everyTenant,
    text: everyTenant.text.replace('"tenants":["*"]', '"tenants":["*"],"metadata":["example.com/*"]'),
  };
  const common = [
    ...shared.filter((one) => one !== everyTenant),
    granted,
    file('platform/chosen.yaml', JSON.stringify(template)),
  ];

  for (const [kind, document] of Object.entries(choosing))
    for (const [index, [what, selector]] of Object.entries(selectors).entries())
      test(`${kind} with ${what}`, () => {
        const files = [...common, acme, file('platform/choosing.yaml', JSON.stringify(document(selector)))];
        const alone = render(files, { tenant: 'acme' });
        assert.equal(alone.problems.filter(isError), []);
        assert.ok(
          alone.objects.some(({ id }) => id.name.startsWith('chosen') || id.name === 'leasehold-hibernation'),
          'nothing is selected',
        );
        for (const [writes, text] of hostileFor(index)) {
          const all: readonly SourceFile[] = [...files, file('tenants/evil/evil.yaml', text)];
          const { problems, files: rendered } = render(all, { tenant: 'acme' });
          assert.equal(problems.filter(isError), [], writes);
          assert.equal(rendered, alone.files, writes);
          assert.equal(foreignObjects(all), [], writes);
          assert.ok(render(all, { tenant: 'platform' }).ok, writes);
        }
      });
});

/** Every sixth file, another one for each selector, or all files in `npm run laws`. */
function hostileFor(selector: number): readonly (readonly [string, string])[] {
  return Object.entries(hostile).filter((_, index) => isTried(index + selector, 6));
}

/** Objects of the other tenant outside its namespaces, except jobs that the platform runs for it. */
function foreignObjects(files: readonly SourceFile[]): readonly string[] {
  const { objects } = render(files, { tenant: 'evil' });
  const outside = objects.filter(
    ({ id }) =>
      !/^(?:evil(?:-.*)?|leasehold-hibernation|)$/.test(id.namespace) || (id.namespace === '' && !/evil/.test(id.name)),
  );
  return outside.map(({ id }) => `${id.kind} ${id.namespace}/${id.name}`);
}
