import * as assert from 'uvu/assert';
import { render, type SourceFile } from '../leasehold.ts';
import { differences, objectsOf } from './case-files.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

suite('in hibernation with changed inputs,', (test) => {
  const two = caseFiles('mto-cluster-resource-supervisor', 'selects every namespace for an empty selector');

  test('an additional tenant does not change the files of another tenant, even with a shared supervisor', () => {
    assert.equal(
      render(two, { tenant: 'pay' }).files.map(({ text }) => text),
      render(withoutLab(two), { tenant: 'pay' }).files.map(({ text }) => text),
    );
  });

  test('removing the supervisor affects only its objects and the AppProject of its tenant', () => {
    const files = caseFiles('mto-cluster-resource-supervisor', 'hibernates the example at night and on weekends');
    const without = files.filter(({ path }) => path !== 'in.yaml');
    assert.equal(differences(objectsOf(files), objectsOf(without)), [
      'AppProject.argoproj.io argocd/pay',
      'ClusterRole.rbac.authorization.k8s.io leasehold-hibernation',
      'ConfigMap leasehold-hibernation/hibernation',
      'CronJob.batch leasehold-hibernation/pay-nights-405fee4c4923786e5a4a-sleep',
      'CronJob.batch leasehold-hibernation/pay-nights-405fee4c4923786e5a4a-wake',
      'Namespace leasehold-hibernation',
      'RoleBinding.rbac.authorization.k8s.io pay-dev/leasehold-hibernation',
      'RoleBinding.rbac.authorization.k8s.io pay-prod/leasehold-hibernation',
      'ServiceAccount leasehold-hibernation/hibernation',
    ]);
  });

  test('in an external namespace, a ResourceSupervisor takes precedence over a ClusterResourceSupervisor', () => {
    const kind = 'mto-cluster-resource-supervisor';
    const files = caseFiles(kind, 'hibernates external namespaces of the platform');
    const own = files.map((file) => changed(file, 'names: [build-cache]', 'names: [build-cache, demo]'));
    assert.equal(
      render(own).problems.map(({ code }) => code),
      ['ignored-field'],
    );
    assert.equal(differences(objectsOf(files), objectsOf(own)), []);
  });
});

function changed(file: SourceFile, before: string, after: string): SourceFile {
  return 'text' in file ? { ...file, text: file.text.replace(before, after) } : file;
}

function withoutLab(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.map((file) => {
    if (!('text' in file)) return file;
    const kept = file.text.split('---\n').filter((document) => !/^ {2}name: lab$/m.test(document));
    return { ...file, text: kept.join('---\n') };
  });
}
