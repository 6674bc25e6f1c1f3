import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { application, config } from './objects.ts';

suite('the doctor for Argo CD, for kinds that Argo CD does not manage or correct,', (test) => {
  test('names the setting that hides a kind', () => {
    const hiding = {
      'resource.exclusions': '- {apiGroups: [""], kinds: [Event, LimitRange]}\n',
      'resource.inclusions': '- {apiGroups: ["", rbac.authorization.k8s.io], kinds: ["*"]}\n',
    };
    const found = finds(application(), config('argocd-cm', hiding)).filter((one) => one.includes('ignores every'));
    assert.equal(found, [
      'error ConfigMap argocd/argocd-cm data["resource.exclusions"]: Argo CD ignores every LimitRange, so tenants get none',
      'error ConfigMap argocd/argocd-cm data["resource.inclusions"]: Argo CD ignores every NetworkPolicy, so tenants get none',
    ]);
  });

  test('names all kinds whose differences a setting hides', () => {
    const hiding = { 'resource.customizations.ignoreDifferences.all': 'jsonPointers: [/spec]\n' };
    const found = finds(application(), config('argocd-cm', hiding)).filter((one) => one.includes('does not revert'));
    assert.equal(found, [
      'error ConfigMap argocd/argocd-cm data["resource.customizations.ignoreDifferences.all"]: Argo CD does not revert changes to Namespace, ResourceQuota, LimitRange, NetworkPolicy and RoleBinding objects in the cluster',
    ]);
  });
});
