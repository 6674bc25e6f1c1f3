import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { MetaView } from '../../../templates/views.ts';

/** The templates for the constraints of all tenants. The name of a template is the kind that it defines, in lower case. */
export function constraintTemplates({ policyEngine }: Settings): readonly Emit[] {
  if (policyEngine !== 'gatekeeper') return [];
  const named = (name: string): MetaView => ({ name, namespace: '', labels: {}, annotations: {} });
  return [
    emit('k8s-allowed-repos-constraint-template', named('k8sallowedrepos')),
    emit('k8s-psp-privileged-container-constraint-template', named('k8spspprivilegedcontainer')),
    emit('k8s-psp-host-namespace-constraint-template', named('k8spsphostnamespace')),
    emit(
      'k8s-psp-allow-privilege-escalation-container-constraint-template',
      named('k8spspallowprivilegeescalationcontainer'),
    ),
  ];
}
