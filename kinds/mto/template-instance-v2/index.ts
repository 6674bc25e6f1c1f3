import { defineKind } from '../../../core/kind/kind.ts';
import { templateReferenceV2 } from '../templating/template-reference.ts';
import { resolve } from './resolve.ts';

export const mtoTemplateInstanceV2 = defineKind({
  id: 'mto-template-instance-v2',
  references: [templateReferenceV2],
  // The tenant depends only on the namespace.
  tenancy: 'shared',
  proposals: { '': 'instances' },
  delegation: {
    byDefault: true,
    free: ['spec'],
    uses: ({ namespace, body: { spec } }) => {
      const { name, namespace: home = namespace } = spec.templateRef;
      return [{ sort: 'template', path: ['spec', 'templateRef', 'name'], name: `${home}/${name}` }];
    },
  },
  recipients: ({ namespace }, world) => {
    const owner = world.namespace(namespace);
    return owner ? [owner.tenant] : [];
  },
  resolve,
  render: (emits) => emits,
  status: () => ({ phase: 'Rendered' }),
});
