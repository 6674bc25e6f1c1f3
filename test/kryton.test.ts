import * as assert from 'uvu/assert';
import { render, type SourceFile } from '../leasehold.ts';
import { changedPaths, differences, objectsOf } from './case-files.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

const sample = caseFiles('kryton', 'renders the sample with backups and snapshots');

suite('in Kryton with changed inputs,', (test) => {
  test('removing backup and snapshot removes exactly their objects', () => {
    const after = objectsOf(caseFiles('kryton', 'renders no backup and snapshot by default'));
    assert.equal(differences(objectsOf(sample), after), [
      'CronJob.batch kryton/kryton-sample-backup',
      'CronJob.batch kryton/kryton-sample-snapshot',
      'Role.rbac.authorization.k8s.io kryton/kryton-sample-snapshot',
      'RoleBinding.rbac.authorization.k8s.io kryton/kryton-sample-snapshot',
      'ServiceAccount kryton/kryton-sample-snapshot',
    ]);
  });

  test('a variable changes the ConfigMap and the checksum that restarts the pods, and nothing of the database', () => {
    const before = objectsOf(sample);
    const after = objectsOf(edit(sample, '  values:', '  values:\n    env: { config: { LOG_LEVEL: debug } }'));
    const [variables, deployment] = ['ConfigMap kryton/kryton-sample-config', 'Deployment.apps kryton/kryton-sample'];
    assert.equal(differences(before, after), [variables, deployment]);
    assert.equal(changedPaths(before.get(variables), after.get(variables)), ['data.LOG_LEVEL']);
    assert.equal(changedPaths(before.get(deployment), after.get(deployment)), [
      'spec.template.metadata.annotations.checksum/config',
    ]);
  });

  test('two instances share no object', () => {
    const objects = [...objectsOf(caseFiles('kryton', 'renders two instances with distinct names')).values()];
    assert.is(objects.length, 28);
    for (const { metadata } of objects) assert.match(metadata.name, `kryton-${metadata.namespace}`);
    assert.not.match(JSON.stringify(objects), 'kryton.local');
  });

  test('a snapshot class is set only if the file sets one', () => {
    const text = JSON.stringify([...objectsOf(sample).values()]);
    assert.not.match(text, 'volumeSnapshotClassName');
    const named = objectsOf(edit(sample, '  snapshot:', '  snapshot:\n    volumeSnapshotClassName: fast'));
    assert.match(JSON.stringify([...named.values()]), 'volumeSnapshotClassName');
  });

  test('nothing is deleted without a retention period', () => {
    const kept = objectsOf(edit(edit(sample, '    retention: 30d\n', ''), '    retention: 7d\n', ''));
    const text = JSON.stringify([...kept.values()]);
    for (const command of ['mc rm', 'kubectl delete']) {
      assert.match(JSON.stringify([...objectsOf(sample).values()]), command);
      assert.not.match(text, command);
    }
  });

  test('removing the last plugin removes the installer and its volume', () => {
    const files = caseFiles('kryton', 'installs plugins before the server starts');
    const id = 'Deployment.apps kryton/kryton-with-plugins';
    const text = files.map((file) => ('text' in file ? file.text : '')).join('---\n');
    const without = [{ path: 'in.yaml', text: text.slice(0, text.indexOf('  plugins:')) }];
    assert.equal(changedPaths(objectsOf(files).get(id), objectsOf(without).get(id)), [
      'spec.template.spec.containers.0.volumeMounts.1',
      'spec.template.spec.initContainers',
      'spec.template.spec.volumes.1',
    ]);
  });

  test('notes in a folder of the volume cause no warning', () => {
    const warnings = (mountPath: string) => {
      const files = edit(sample, '  values:', `  values:\n    persistence: {mountPath: ${mountPath}}`);
      return render(files).problems.filter(({ at }) => at.path.endsWith('.NOTES_DIR')).length;
    };
    assert.equal(['/data', '/data/', '/data/notes', '/data/not', '/other'].map(warnings), [0, 0, 0, 1, 1]);
  });

  test('the inventory lists every required Secret, and the missing key of a rendered Secret', () => {
    const secretsOf = (values: string) => {
      const text = `apiVersion: kryton.azrtydxb.io/v1alpha1\nkind: Kryton\nmetadata: {name: notes, namespace: kryton}\nspec: {version: 4.5.0, values: ${values}}\n`;
      return render([{ path: 'in.yaml', text }]).inventory.resources[0]?.status.requiredSecrets;
    };
    assert.equal(secretsOf('{}'), ['kryton/notes-postgresql', 'kryton/notes-secret (key BETTER_AUTH_SECRET)']);
    const own = '{existingSecret: notes-env, postgresql: {auth: {existingSecret: notes-db}}}';
    assert.equal(secretsOf(own), ['kryton/notes-db', 'kryton/notes-env']);
  });
});

function edit(files: readonly SourceFile[], from: string, to: string): readonly SourceFile[] {
  return files.map((file) => {
    if (!('text' in file) || !file.text.includes(from)) return file;
    return { ...file, text: file.text.replace(from, to) };
  });
}
