import * as assert from 'uvu/assert';
import { listAt, mappingAt, textAt } from '../../data/tree.ts';
import { type KubeObject, readManifests } from '../../e2e/manifests.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { generatedSecrets, pairsOfModes, platformWith } from './platform-modes.ts';
import { templateOf } from './rendered-network.ts';

const namespace = 'multi-tenant-operator';
const sources = {
  job: { from: 'job' },
  named: { from: 'named' },
  store: { from: 'store', store: { name: 'vault' } },
};

suite('the Secrets of a platform', (test) => {
  for (const [name, secrets] of Object.entries(sources))
    test(`from ${name} are rendered, generated or listed in the inventory, and nothing else is listed`, () => {
      let listed = 0;
      for (const modes of pairsOfModes()) {
        const text = platformWith(modes)
          .replace('"components":{"backup"', `"components":{"secrets":${JSON.stringify(secrets)},"backup"`)
          .replace('"host":"platform.example.com"', '"host":"platform.example.com","tlsSecretName":"platform-tls"');
        const { inventory, objects } = render([{ path: 'platform.yaml', text }]);
        const manifests = readManifests(objects.map((object) => object.text).join('---\n'));
        const required = inventory.resources.flatMap(({ status }) => status.requiredSecrets ?? []);
        const created = manifests.flatMap(createdBy).map((one) => `${namespace}/${one}`);
        const used = [...new Set(manifests.flatMap(usedBy))].map((one) => `${namespace}/${one}`);
        assert.equal(
          used.filter((one) => !created.includes(one)).toSorted(),
          [...required].toSorted(),
          JSON.stringify(modes),
        );
        listed += required.length;
      }
      assert.ok(listed >= 20, `${listed} Secrets`);
    });
});

function createdBy(object: KubeObject): readonly string[] {
  if (object.kind === 'ExternalSecret') return [object.metadata.name];
  return generatedSecrets(object).map((line) => line.split(' ')[0] ?? '');
}

/** The names of all Secrets that a Pod or an Ingress refers to. */
function usedBy(object: KubeObject): readonly string[] {
  const pod = mappingAt(templateOf(object), 'spec');
  const containers = ['containers', 'initContainers'].flatMap((list) => listAt(pod, list));
  const variables = [
    ...containers
      .flatMap((container) => listAt(container, 'env'))
      .map((one) => textAt(one, 'valueFrom', 'secretKeyRef', 'name')),
    ...containers.flatMap((container) => listAt(container, 'envFrom')).map((one) => textAt(one, 'secretRef', 'name')),
  ];
  const pulls = listAt(pod, 'imagePullSecrets').map((one) => textAt(one, 'name'));
  const volumes = listAt(pod, 'volumes').flatMap((volume) => [
    textAt(volume, 'secret', 'secretName'),
    ...listAt(volume, 'projected', 'sources').map((source) => textAt(source, 'secret', 'name')),
  ]);
  const certificates =
    object.kind === 'Ingress' ? listAt(object.spec, 'tls').map((one) => textAt(one, 'secretName')) : [];
  return [...variables, ...pulls, ...volumes, ...certificates].filter((name) => name !== '');
}
