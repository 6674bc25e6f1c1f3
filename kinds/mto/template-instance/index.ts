import { defineKind } from '../../../core/kind/kind.ts';
import { templateReference } from '../templating/template-reference.ts';
import { resolve } from './resolve.ts';

export const mtoTemplateInstance = defineKind({
  id: 'mto-template-instance',
  references: [templateReference],
  // The tenant depends only on the namespace.
  tenancy: 'shared',
  proposals: { '': 'instances' },
  delegation: {
    byDefault: true,
    free: ['spec'],
    uses: ({ body }) => [{ sort: 'template', path: ['spec', 'template'], name: body.spec.template }],
  },
  recipients: ({ namespace }, world) => {
    const owner = world.namespace(namespace);
    return owner ? [owner.tenant] : [];
  },
  resolve,
  render: (emits) => emits,
  status: () => ({ phase: 'Rendered' }),
});
