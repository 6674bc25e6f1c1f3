import * as assert from 'uvu/assert';
import { leftovers } from '../../import/operators/leftovers.ts';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import { suite } from '../harness.ts';

suite('the notices about leftovers of an operator', (test) => {
  test('name one finalizer or several', () => {
    assert.equal(finalizerNotices('a.io/one'), [
      'Finalizer: Org orgs/acme has the finalizer a.io/one. Remove it before you delete the resource, or the deletion never ends.',
    ]);
    assert.equal(finalizerNotices('a.io/one, b.io/two'), [
      'Finalizer: Org orgs/acme has the finalizers a.io/one and b.io/two. Remove them before you delete the resource, or the deletion never ends.',
    ]);
  });
});

function finalizerNotices(finalizers: string): readonly string[] {
  const metadata = `{name: acme, namespace: orgs, finalizers: [${finalizers}]}`;
  const text = `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: ${metadata}\n`;
  const { objects } = readExportedObjects([{ path: 'in.yaml', text }]);
  return leftovers(objects, []).filter((notice) => notice.startsWith('Finalizer:'));
}
