import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

/** The rendered text, and the messages about ignored fields, of a Platform that trusts all authors. */
function rendered(enforcement: string): { readonly text: string; readonly ignored: readonly string[] } {
  const text = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  argocd: {repository: https://git.example.com/tenants.git, namespace: gitops}
  enforcement: ${enforcement}
`;
  const { objects, problems } = render([{ path: 'in.yaml', text }]);
  const ignored = problems.filter(({ code }) => code === 'ignored-field').map(({ message }) => message);
  return { text: objects.map((object) => object.text).join('\n'), ignored };
}

suite('the namespace of Argo CD in the Platform,', (test) => {
  for (const backend of ['policies', 'gatekeeper'])
    test(`with the backend ${backend}, determines the exempt accounts, so it is not an ignored field`, () => {
      const { text, ignored } = rendered(`{backend: ${backend}}`);
      assert.ok(text.includes('system:serviceaccount:gitops:argocd-application-controller'));
      assert.equal(ignored, []);
    });

  test('without rules and a directory per tenant, is an ignored field', () => {
    const { text, ignored } = rendered('{backend: none}');
    assert.is(text.includes('gitops'), false);
    assert.match(ignored.join('\n'), 'spec.argocd has no effect');
  });
});
