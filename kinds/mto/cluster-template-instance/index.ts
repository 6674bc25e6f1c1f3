import { defineKind } from '../../../core/kind/kind.ts';
import { recipients } from '../templating/recipients.ts';
import { resolve } from './resolve.ts';

export const mtoClusterTemplateInstance = defineKind({
  id: 'mto-cluster-template-instance',
  references: [{ path: ['spec', 'template'], to: 'mto-template' }],
  tenancy: 'shared',
  recipients,
  resolve,
  render: (emits) => emits,
  status: () => ({ phase: 'Rendered' }),
});
