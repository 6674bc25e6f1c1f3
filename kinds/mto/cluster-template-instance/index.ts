import { defineKind } from '../../../core/kind/kind.ts';
import { recipients } from '../templating/recipients.ts';
import { templateReference } from '../templating/template-reference.ts';
import { resolve } from './resolve.ts';

export const mtoClusterTemplateInstance = defineKind({
  id: 'mto-cluster-template-instance',
  references: [templateReference],
  tenancy: 'shared',
  recipients,
  resolve,
  render: (emits) => emits,
  status: () => ({ phase: 'Rendered' }),
});
