import { dirname } from 'node:path';
import * as assert from 'uvu/assert';
import { type Fixture, type FixtureObject, fixtureFiles, users } from '../../test/admission/fixtures.ts';
import { rules } from '../../test/admission/rules.ts';
import { runOn } from '../../test/cli/fake-ports.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { applyRules } from './policed-cluster.ts';

/** A fixture with an existing object, which has a unique name. */
interface Existing {
  readonly fixture: Fixture;
  readonly object: FixtureObject;
}

interface Found {
  readonly rule: string;
  readonly message: string;
  readonly id: { readonly namespace: string; readonly name: string; readonly kind: string };
  readonly apiServer: { readonly verdict: string; readonly message: string };
}

const head = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\n';

let plane: ControlPlane;
let cluster: Cluster;
let existing: readonly Existing[];
let found: readonly Found[];

suite('simulate predicts the verdicts of the API server', (test) => {
  test('an administrator creates the objects of the fixtures', async () => {
    plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    await applyRules(cluster, rules);
    const created = fixtureFiles().flatMap(({ fixtures }) => fixtures.filter(isCreated));
    const all = await Promise.all(created.map(create));
    existing = all.filter((one) => one !== undefined);
    assert.ok(existing.length > 100, String(existing.length));
  });

  for (const backend of ['gatekeeper', 'policies'])
    test(`it lists what the fixtures reject, with the message, for the backend ${backend}`, async () => {
      found = await simulate(`${head}spec: {enforcement: {backend: ${backend}}}\n`);
      for (const { fixture, object } of existing) {
        const own = found.filter((one) => one.rule === fixture.rule && isOf(one, object));
        assert.is(own.length > 0, fixture.rejected !== undefined, `${fixture.rule}: ${fixture.name}`);
        const isNamed =
          fixture.unordered || own.length !== 1 || own[0]?.message.endsWith(`: ${rejectedIn({ fixture, object })}`);
        assert.ok(isNamed, `${fixture.rule}: ${fixture.name}: ${own[0]?.message}`);
      }
    });

  test('the API server rejects each listed object in a dry run, and no other object', async () => {
    const asked = found.slice(0, maxDryRuns);
    assert.ok(asked.length > 50, String(found.length));
    // The existing Service keeps a port that no other Service can have.
    const isPort = ({ apiServer: { message } }: Found) => message.includes('provided port is already allocated');
    assert.is(asked.filter(isPort).length, 1);
    for (const { rule, id, apiServer } of asked.filter((one) => !isPort(one)))
      assert.is(apiServer.verdict, 'rejects', `${rule} ${id.kind} ${id.name}: ${apiServer.message}`);
    for (const { fixture, object } of existing.filter((one) => !found.some((own) => isOf(own, one.object)))) {
      const { status, message } = await createAsMember(object);
      assert.ok([201, 409].includes(status), `${fixture.rule}: ${fixture.name}: ${message}`);
    }
  });

  test('the API server stops', () => plane.stop());
});

/** The number of findings about which simulate asks the API server. */
const maxDryRuns = 200;

const asMember = ['--as', users.member.username, ...users.member.groups.flatMap((group) => ['--as-group', group])];

async function simulate(text: string): Promise<readonly Found[]> {
  const kubectl = (args: readonly string[], input?: string) => {
    const { status, ...output } = plane.kubectl(args, input);
    return { ok: status === 0, ...output };
  };
  const words = ['simulate', '--cluster', '--output', 'json', ...asMember];
  const { code, stdout, stderr } = await runOn(
    { trees: { tenants: [{ path: 'tenants/platform.yaml', text }] }, kubectl },
    ...words,
  );
  assert.is(code, 0, stderr);
  return JSON.parse(stdout) as readonly Found[];
}

/**
 * Rules that depend on more than the content of an object, such as the user or its former content. simulate omits them, except
 * that it applies `node-names` to the pods of workloads, because the scheduler sets the names in other pods.
 */
const otherRules = [
  'application-fields',
  'cordon',
  'dry-runs',
  'events',
  'field-managers',
  'node-names',
  'owner-references',
  'tracking',
  'volume-binding',
  'volume-retention',
];

/** simulate does not read Secrets from the cluster. */
const otherKinds = ['Namespace', 'Secret'];

/** A fixture about the content of a new object. */
function isCreated({ rule, as, operation, subresource, object, old }: Fixture): boolean {
  const isContent = operation === 'CREATE' && subresource === undefined && old === undefined;
  const isRead = object !== undefined && !otherKinds.includes(object.kind);
  return isContent && !otherRules.includes(rule) && as === 'member' && isRead;
}

/** Undefined for an object that the API server itself does not accept. */
async function create(fixture: Fixture, index: number): Promise<Existing | undefined> {
  const { metadata, ...rest } = fixture.object as FixtureObject;
  const object = { ...rest, metadata: { ...metadata, name: `fixture-${index}` } } as FixtureObject;
  const path = dirname(await cluster.discovery.pathOf(object));
  const { status } = await cluster.api.request('POST', path, { body: object, query: { fieldValidation: 'Ignore' } });
  return status === 201 ? { fixture, object } : undefined;
}

async function createAsMember(object: FixtureObject): Promise<{ readonly status: number; readonly message: string }> {
  const { username, groups } = users.member;
  const path = dirname(await cluster.discovery.pathOf(object));
  const query = { dryRun: 'All', fieldValidation: 'Ignore' };
  const { status, body } = await cluster.api.as(username, ...groups).request('POST', path, { body: object, query });
  return { status, message: String(body['message']) };
}

/** What the message names. Some rules name the object, which has another name here. */
function rejectedIn({ fixture, object }: Existing): string | undefined {
  return fixture.rejected === fixture.object?.metadata.name ? object.metadata.name : fixture.rejected;
}

function isOf({ id }: Found, { kind: own, metadata }: FixtureObject): boolean {
  return id.kind === own && id.name === metadata.name && id.namespace === metadata.namespace;
}
