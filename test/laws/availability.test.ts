import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, evil, file, grant, kleff, shared } from './grant-attacks.ts';

suite('law: errors in a tenant directory fail no other part of a render', (test) => {
  test('a TemplateInstance of a Template that does not exist fails no other part of the tenants', () => {
    const instance =
      'apiVersion: templates.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: i, namespace: evil}\nspec: {template: nope}\n';
    const files = [...shared, acme, evil(`${kleff('evil', 'free', 'evil').text}---\n${instance}`)];
    assert.not(render(files, { tenant: 'evil' }).ok);
    assert.ok(render(files, { among: (tenant) => tenant === 'acme' }).ok);
  });

  test('Orgs of one directory cannot fill a shared TenantPlane', () => {
    const plane = file(
      'platform/plane.yaml',
      'apiVersion: tetrapus.io/v1alpha1\nkind: TenantPlane\nmetadata: {name: shared-eu, namespace: tenants}\nspec: {region_code: eu-1, data_plane_image: "tetrapus/server:1.0.0", max_orgs: 2}\n',
    );
    const org = (name: string) =>
      `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: {name: ${name}, namespace: tenants}\nspec: {slug: ${name}, region_code: eu-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0", tenant_plane_ref: shared-eu}\n`;
    const own = file('tenants/acme/org.yaml', org('acme'));
    const surplus = evil([org('evil'), org('evil-1'), org('evil-2')].join('---\n'));
    const files = [...shared, grant('planes', { tenants: ['*'], planes: ['shared-eu'] }), plane, own, surplus];
    const errors = render(files).problems.filter(isError);
    assert.equal(
      errors.map(({ code, at }) => `${code} ${at.file}`),
      ['not-granted tenants/evil/evil.yaml', 'not-granted tenants/evil/evil.yaml'],
    );
    for (const tenant of ['acme', 'shared-eu']) assert.ok(render(files, { tenant }).ok, tenant);
  });

  test('a ResourceSupervisor needs a Grant, so errors of its tenant do not fail the platform', () => {
    const supervisor =
      'apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata: {name: evil, namespace: evil}\nspec: {schedule: {sleepSchedule: "0 20 * * *"}}\n';
    const files = [...shared, acme, evil(`${kleff('evil', 'free', 'evil').text}---\n${supervisor}`)];
    assert.not(render(files, { tenant: 'evil' }).ok);
    assert.ok(render(files, { among: (tenant) => ['acme', 'platform'].includes(tenant) }).ok);
  });
});
