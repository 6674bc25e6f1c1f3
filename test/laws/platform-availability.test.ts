import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { breakages, member } from './broken-files.ts';
import { file, grant, shared } from './grant-attacks.ts';

suite('law: errors in a tenant directory and the render of the platform', (test) => {
  test("the platform renders without the invalid documents in a tenant's directory", () => {
    const kinds = ['ResourceSupervisor.hibernation.stakater.com'];
    const common = [...shared, grant('supervisors', { tenants: ['*'], kinds }), vault, ...member('acme')];
    const scopes = [{ tenant: 'platform' }, { includes: (tenant: string) => ['acme', 'platform'].includes(tenant) }];
    for (const scope of scopes) {
      const alone = render(common, scope);
      assert.equal(alone.problems.filter(isError), []);
      for (const kind of ['Group', 'ClusterRole'])
        assert.ok(
          alone.objects.some(({ id }) => id.kind === kind),
          kind,
        );
      for (const broken of breakages) {
        const hostile = member('evil').map(({ path, text }) => ({ path, text: broken(text) }));
        assert.not(render([...common, ...hostile], { tenant: 'evil' }).ok, broken.toString());
        const { problems, files } = render([...common, ...hostile], scope);
        assert.equal(problems.filter(isError), [], broken.toString());
        assert.equal(files, alone.files, broken.toString());
      }
      const halfBroken = [...member('evil'), file('tenants/evil/more.yaml', 'spec: [')];
      const { ok, objects } = render([...common, ...halfBroken], scope);
      assert.ok(ok);
      assert.is(objects.filter(({ id }) => id.kind === 'Group').length, 2);
    }
  });

  test('an error in a platform file about a tenant fails the render of the platform', () => {
    for (const broken of breakages) {
      const about = member('acme').map(({ path, text }) => ({ path: `platform/${path}`, text: broken(text) }));
      assert.not(render([...shared, vault, ...about], { tenant: 'platform' }).ok, broken.toString());
    }
  });
});

const vault = file(
  'platform/vault.yaml',
  `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: config, namespace: multi-tenant-operator}
spec:
  integrations:
    vault: {enabled: true, accessInfo: {accessorPath: oidc/, address: "https://vault", roleName: r}}
`,
);
