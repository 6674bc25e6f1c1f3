import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { type Fixture, type FixtureFile, fixtureFiles } from '../../test/admission/fixtures.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { readManifests } from '../manifests.ts';
import { platformWith } from './gatekeeper-platform.ts';
import { type Enforcer, type Gatekeeper, startGatekeeper } from './gatekeeper-server.ts';
import { applyRules } from './policed-cluster.ts';
import { answerTo, forget, prepare } from './verdicts.ts';

const files = fixtureFiles();

/** Whether the webhook receives the request, with enableDeleteOperations and enableConnectOperations: see docs/enforcement.md. */
function isSeen({ subresource }: Fixture): boolean {
  return subresource === undefined || ['ephemeralcontainers', 'exec'].includes(subresource);
}

for (const by of ['webhook', 'generated policy'] as const)
  suite(`Gatekeeper enforces the rules through a ${by}`, (test) => {
    let plane: ControlPlane;
    let gatekeeper: Gatekeeper;
    let cluster: Cluster;

    test('Gatekeeper accepts the template and the constraints', async () => {
      plane = await startControlPlane('api-only');
      cluster = clusterOf(plane.api);
      await applyRules(cluster, []);
      gatekeeper = await startGatekeeper(plane, cluster, by);
      const { objects } = render([{ path: 'in.yaml', text: platformWith('gatekeeper') }]);
      const rendered = readManifests(
        objects
          .filter(({ id }) => id.group.endsWith('gatekeeper.sh'))
          .map(({ text }) => text)
          .join('---\n'),
      );
      const [templates, constraints] = ['ConstraintTemplate', 'LeaseholdRule'].map((kind) =>
        rendered.filter((object) => object.kind === kind),
      );
      assert.equal(complaints(await cluster.apply(templates ?? [])), []);
      await cluster.discovery.waitFor('constraints.gatekeeper.sh/v1beta1', 'LeaseholdRule');
      assert.equal(complaints(await cluster.apply(constraints ?? [])), []);
      await gatekeeper.untilEnforced(constraints?.length ?? 0);
    });

    for (const file of files)
      for (const fixture of file.fixtures.filter(isSeen))
        test(`${fixture.rule}: ${fixture.name}`, () => assertVerdict(cluster, { by, file, fixture }));

    test('Gatekeeper and the API server stop', async () => {
      await gatekeeper.stop();
      await plane.stop();
    });
  });

interface Expectation {
  readonly by: Enforcer;
  readonly file: FixtureFile;
  readonly fixture: Fixture;
}

const messagePrefixes: Readonly<Record<Enforcer, string>> = {
  'generated policy': "ValidatingAdmissionPolicy 'gatekeeper-leaseholdrule'",
  webhook: 'admission webhook "validation.gatekeeper.sh" denied the request: [leasehold-',
};

async function assertVerdict(cluster: Cluster, { by, file, fixture }: Expectation): Promise<void> {
  await prepare(cluster, fixture);
  const { status, body } = await answerTo(cluster, fixture);
  const message = String(body['message'] ?? '');
  if (fixture.rejected === undefined) assert.ok(!message.includes(`leasehold-`), message);
  else {
    // The generated policy returns no reason.
    assert.ok([403, 422].includes(status), `${status} ${message}`);
    assert.match(message, messagePrefixes[by]);
    assert.ok(
      [file.rule, fixture.also].some((rule) => message.includes(`${rule}: `)),
      message,
    );
    if (!fixture.unordered && !fixture.also) assert.match(message, `: ${fixture.rejected}`);
  }
  if (fixture.old) await forget(cluster, fixture.old);
}
