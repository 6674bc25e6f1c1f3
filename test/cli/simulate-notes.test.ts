import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';

function machine(spec: string) {
  const platform = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: ${spec}\n`;
  const texts = { 'a.json': JSON.stringify({ kind: 'List', items: [] }) };
  return { trees: { tenants: [file('tenants/platform.yaml', platform)] }, texts };
}

const enforced = machine('{enforcement: {}}');
const words = ['simulate', '--inventory', 'a.json', '--strict'];

suite('leasehold simulate with missing input', (test) => {
  test('notes that a Platform without enforcement has no rules', async () => {
    const { code, stderr } = await runOn(machine('{}'), ...words);
    assert.equal(
      [code, stderr],
      [
        0,
        'note: there are no rules to evaluate; the Platform needs spec.enforcement with backend policies or gatekeeper\n',
      ],
    );
    assert.is((await runOn(enforced, ...words)).stderr, '');
    assert.is((await runOn(machine('{}'), ...words, '--quiet')).stderr, '');
  });

  test('names the namespaces whose Namespace is missing, so their objects are not checked', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'acme-dev' } };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'acme-dev' } };
    const noteOn = async (...items: readonly object[]) => {
      const texts = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) };
      return (await runOn({ ...enforced, texts }, ...words)).stderr;
    };
    assert.is(
      await noteOn(pod),
      'note: objects in acme-dev are not checked, because the inventory lacks this Namespace\n',
    );
    assert.is(await noteOn(pod, namespace), '');
  });

  test('names a base with errors', async () => {
    const { trees, texts } = enforced;
    const both = { trees: { ...trees, broken: machine('{wrong: 1}').trees.tenants }, texts };
    const { code, stderr } = await runOn(both, ...words, '--base', 'broken');
    assert.equal(
      [code, stderr.split('\n').at(-2)],
      [1, '1 error: nothing was rendered, so the rules of broken are unknown'],
    );
  });

  test('exits with 1 for a cluster that does not respond', async () => {
    const { code, stderr } = await runOn(enforced, 'simulate', '--cluster');
    assert.equal([code, /^leasehold: kubectl cannot read .*: no cluster\n$/.test(stderr)], [1, true], stderr);
  });
});
