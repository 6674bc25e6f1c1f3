import * as assert from 'uvu/assert';
import type { SourceFile } from '../leasehold.ts';
import { changedPaths, differences, objectsOf } from './case-files.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

const pod = 'spec.template.spec.containers.0';

suite('in Tetrapus with changed inputs,', (test) => {
  test('an empty, null or absent database URL renders the same output', () => {
    const [absent, none, empty] = [
      'renders a volume without a database url',
      'renders a volume for a null database url',
      'renders a volume for an empty database url',
    ].map((name) => objectsOf(caseFiles('org', name)));
    assert.is(absent?.size, 4);
    assert.equal([...(none ?? [])], [...(absent ?? [])]);
    assert.equal([...(empty ?? [])], [...(absent ?? [])]);
  });

  test('an external database removes the volume and changes only how the pod accesses its data', () => {
    const before = objectsOf(caseFiles('org', 'renders a volume secret service and deployment'));
    const after = objectsOf(caseFiles('org', 'renders a rolling deployment with an external database'));
    const [deployment, claim, secret] = [
      'Deployment.apps tenants/org-acme',
      'PersistentVolumeClaim tenants/org-acme-data',
      'Secret tenants/org-acme-bootstrap',
    ];
    assert.equal(differences(before, after), [deployment, claim, secret]);
    assert.equal(changedPaths(before.get(deployment as string), after.get(deployment as string)), [
      'spec.strategy.type',
      'spec.template.metadata.annotations.checksum/bootstrap',
      `${pod}.volumeMounts`,
      'spec.template.spec.volumes',
    ]);
  });

  test('removing a key changes only the environment of its org', () => {
    const files = caseFiles('key-material', 'sets two variables of the org');
    const before = objectsOf(files);
    const after = objectsOf(without(files, 'in-acme-jwt.yaml'));
    const deployment = 'Deployment.apps tenants/org-acme';
    assert.equal(differences(before, after), [deployment]);
    assert.equal(changedPaths(before.get(deployment), after.get(deployment)), [`${pod}.env.6`, `${pod}.env.7`]);
  });

  test('removing a placed org removes its two objects and its entry on the plane', () => {
    const files = caseFiles('org', 'lists placed orgs on their plane by slug');
    const before = objectsOf(files);
    const after = objectsOf(without(files, 'in-bob.yaml', 'in-bob-jwt.yaml'));
    const [list, plane] = ['ConfigMap tenants/plane-shared-eu-orgs', 'Deployment.apps tenants/plane-shared-eu'];
    assert.equal(differences(before, after), [
      list,
      plane,
      'Secret tenants/org-bob-bootstrap',
      'Service tenants/org-bob',
    ]);
    assert.equal(changedPaths(before.get(list as string), after.get(list as string)), ['data.orgs.json']);
    assert.equal(changedPaths(before.get(plane as string), after.get(plane as string)), [
      'spec.template.metadata.annotations.checksum/orgs',
    ]);
  });

  test('a volume keeps its name and loses its protection if its Org is annotated with purge', () => {
    const objects = objectsOf(caseFiles('org', 'keeps a volume unless the org purges it'));
    const options = (claim: string) => {
      const object = objects.get(`PersistentVolumeClaim tenants/${claim}`);
      assert.ok(object, claim);
      return object.metadata.annotations?.['argocd.argoproj.io/sync-options'];
    };
    assert.is(options('org-acme-data'), undefined);
    assert.is(options('org-kept-data'), 'Prune=false,Delete=false');
  });

  test('a password in a database url appears in its Secret and nowhere else', () => {
    const objects = objectsOf(caseFiles('org', 'warns about a password in a database url without printing it'));
    const holders = [...objects].filter(([, object]) => JSON.stringify(object).includes('hunter2')).map(([id]) => id);
    assert.equal(holders, ['Secret tenants/org-acme-bootstrap', 'Secret tenants/org-query-bootstrap']);
  });
});

function without(files: readonly SourceFile[], ...paths: readonly string[]): readonly SourceFile[] {
  const rest = files.filter(({ path }) => !paths.includes(path));
  assert.is(rest.length, files.length - paths.length);
  return rest;
}
