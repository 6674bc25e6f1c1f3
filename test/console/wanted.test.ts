import * as assert from 'uvu/assert';
import { accessRows } from '../../console/model/access.ts';
import { volumeRows } from '../../console/model/cluster.ts';
import { schedules } from '../../console/model/hibernation.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { quotaViews } from '../../console/model/quota.ts';
import { worldOf } from '../../console/model/world.ts';
import { tenantLabel } from '../../core/kind/tenant.ts';
import { claimAnnotation, reclaimPolicyAnnotation } from '../../kubernetes/retention.ts';
import { load } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { sampleFiles } from './sample.ts';

const world = worldOf(sampleFiles);
const tenants = [...new Set(world.all().objects.map(({ tenant }) => tenant))];

/** A tenant with namespaces, bindings and a quota. */
function file(name: string) {
  const spec = `{quota: small, accessControl: {owners: {users: [${name}@corp.io]}}, namespaces: {withTenantPrefix: [dev]}}`;
  const head = 'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant';
  return { path: `tenants/${name}.yaml`, text: `${head}\nmetadata: {name: ${name}}\nspec: ${spec}\n` };
}

/** A retained volume of a tenant with its claim and namespace. */
function retained(tenant: string) {
  const namespace = `${tenant}-dev`;
  const annotations = { [claimAnnotation]: `${namespace}/data`, [reclaimPolicyAnnotation]: 'Delete' };
  const metadata = { name: `pv-${tenant}`, uid: tenant, labels: { [tenantLabel]: tenant }, annotations };
  const spec = { persistentVolumeReclaimPolicy: 'Retain', claimRef: { namespace, name: 'data', uid: 'claim' } };
  return [
    { kind: 'PersistentVolume', metadata, spec, status: { phase: 'Bound' } },
    { kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace, uid: 'claim' } },
    { kind: 'Namespace', metadata: { name: namespace } },
  ];
}

suite('lists of some tenants', (test) => {
  test('equal the entries of these tenants in the lists of all tenants', () => {
    assert.ok(tenants.length > 3 && load(sampleFiles).tenants.size > 0);
    for (const tenant of tenants) {
      const wanted = (one: string) => one === tenant;
      assert.equal(
        namespaceRows(world, wanted),
        namespaceRows(world).filter((row) => wanted(row.tenant)),
      );
      assert.equal(
        accessRows(world, wanted),
        accessRows(world).filter((row) => wanted(row.tenant)),
      );
      const own = new Set(namespaceRows(world, wanted).map(({ name }) => name));
      const all = schedules(world, 0).filter(({ namespaces }) => namespaces.some((name) => own.has(name)));
      assert.equal(
        schedules(world, 0, own).map(({ name }) => name),
        all.map(({ name }) => name),
      );
      assert.equal(
        quotaViews([tenant], world),
        quotaViews(tenants, world).filter((one) => one.tenant === tenant),
      );
    }
  });

  test('need little time among many tenants', () => {
    const shared = sampleFiles.filter(({ path }) => path.endsWith('/mto-quota-small.yaml'));
    const many = worldOf([...shared, ...Array.from({ length: 1000 }, (_, index) => file(`team-${index}`))]);
    assert.is(namespaceRows(many).length, 1000);
    const wanted = (tenant: string) => tenant === 'team-500';
    needsAtMost(30, () => assert.is(namespaceRows(many, wanted).length, 1));
    needsAtMost(30, () => assert.ok(accessRows(many, wanted).length > 0));
    needsAtMost(30, () => assert.is(quotaViews(['team-500'], many)[0]?.namespaces.length, 1));
    needsAtMost(30, () => assert.equal(schedules(many, 0, new Set(['team-500-dev'])), []));
  });

  test('of retained volumes equal the entries of these tenants, and need little time', () => {
    const objects = Array.from({ length: 3000 }, (_, index) => retained(`team-${index}`)).flat();
    assert.is(volumeRows(objects).length, 3000);
    const wanted = (tenant: string) => tenant === 'team-7';
    assert.equal(
      volumeRows(objects, wanted),
      volumeRows(objects).filter(({ tenant }) => wanted(tenant)),
    );
    needsAtMost(20, () => assert.is(volumeRows(objects, wanted)[0]?.state, 'bound'));
    needsAtMost(20, () =>
      assert.equal(
        volumeRows(objects, () => false),
        [],
      ),
    );
  });
});
