import * as assert from 'uvu/assert';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { needsAtMost } from '../../quickest.ts';

/** Members of a tenant can write Applications in their namespace, if Argo CD reads it. */
function applicationOf(source: object) {
  const spec = { project: 'tenants', destination: { server: 'https://kubernetes.default.svc' }, source };
  const metadata = { name: 'leasehold', namespace: 'evil-dev' };
  const text = JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, spec });
  return [{ path: 'export.json', text }];
}

suite('long texts in an Application', (test) => {
  for (const [what, source] of [
    ['steps of a path', { repoURL: 'https://x/y', path: 'a/'.repeat(100_000) }],
    ['slashes of a path', { repoURL: 'https://x/y', path: `a${'/'.repeat(200_000)}a` }],
    ['slashes of a repository', { repoURL: `https:${'/'.repeat(200_000)}a`, path: 'rendered' }],
  ] as const)
    test(`take at most three seconds: ${what}`, () => {
      needsAtMost(3000, () => {
        const { examined } = diagnose(applicationOf({ ...source, directory: { recurse: true } }));
        assert.equal(examined, ['Application evil-dev/leasehold']);
      });
    });

  test('with brackets hide no object of an export in JSON', () => {
    const sources = ['[', '{', '"[', '\\["'].map((part) => ({ repoURL: 'https://x/y', path: part.repeat(1000) }));
    for (const source of sources) {
      const { examined } = diagnose(applicationOf({ ...source, directory: { recurse: true } }));
      assert.equal(examined, ['Application evil-dev/leasehold'], source.path.slice(0, 4));
    }
  });
});
