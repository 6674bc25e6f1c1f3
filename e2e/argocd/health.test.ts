import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { groupOf } from '../../kubernetes/api-version.ts';
import { suite } from '../../test/harness.ts';
import type { KubeObject } from '../manifests.ts';
import { readDefinitions } from '../product.ts';
import { builtTool } from '../tools/paths.ts';

const settings = resolve(import.meta.dirname, '../../plugin/install/argocd-cm.yaml');

/** What Argo CD reports for a resource with the settings that we ship, such as `Degraded: message`. */
function healthOf(object: object): string {
  const folder = mkdtempSync(resolve(tmpdir(), 'leasehold-health-'));
  try {
    const file = resolve(folder, 'resource.yaml');
    writeFileSync(file, JSON.stringify(object));
    const args = ['admin', 'settings', 'resource-overrides', 'health', file, '--argocd-cm-path', settings];
    const { stdout, stderr } = spawnSync(builtTool('argocd'), args, {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
    const found = /STATUS: (\w+)\nMESSAGE: (.*)/.exec(stdout);
    if (!found) throw new Error(`${stdout}${stderr}`);
    return [found[1], found[2]].filter((word) => word !== '').join(': ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Definition {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly { readonly name: string }[];
}

function resourceOf({ spec }: KubeObject, status?: object): KubeObject {
  const { group, names, versions } = spec as Definition;
  const apiVersion = `${group}/${versions[0]?.name}`;
  return { apiVersion, kind: names.kind, metadata: { name: 'a', generation: 2 }, ...(status ? { status } : {}) };
}

const ready = (status: string) => [{ type: 'Ready', status, reason: 'Because', message: 'so it is' }];

/** Statuses that the operators write, and typical statuses of similar operators. */
const examples: readonly (readonly [status: object | undefined, health: string])[] = [
  [undefined, 'Healthy'],
  [{}, 'Healthy'],
  [{ phase: 'Pending' }, 'Progressing: Pending'],
  [{ phase: 'Provisioned' }, 'Healthy'],
  [{ phase: 'Running' }, 'Healthy'],
  [{ phase: 'Failed', message: 'no volume' }, 'Degraded: no volume'],
  [{ conditions: [{ type: 'TenantReady', status: 'True', reason: 'AllSubresourcesReady' }] }, 'Healthy'],
  [
    { conditions: [{ type: 'NamespaceNotReady', status: 'False', reason: 'NamespaceNotReady' }] },
    'Degraded: NamespaceNotReady',
  ],
  [{ conditions: ready('True') }, 'Healthy'],
  [{ conditions: ready('False') }, 'Degraded: so it is'],
  [{ conditions: ready('Unknown') }, 'Progressing: so it is'],
  [{ conditions: [{ type: 'Running', status: 'False' }, ...ready('True')] }, 'Healthy'],
  [{ conditions: [{ type: 'ReconcileError', status: 'True', message: 'broken' }] }, 'Degraded: broken'],
  [{ observedGeneration: 1, conditions: ready('False') }, 'Progressing: the operator has not seen the last change yet'],
  [{ observedGeneration: 2, conditions: ready('False') }, 'Degraded: so it is'],
  [{ status: 'Deployed' }, 'Healthy'],
  [{ status: 'Failed', reason: 'no template' }, 'Degraded: no template'],
  [{ currentStatus: 'sleeping' }, 'Suspended: sleeping'],
  [{ currentStatus: 'running' }, 'Healthy'],
  [{ helmRevision: 3, observedVersion: '5.0.0' }, 'Healthy'],
];

suite('Argo CD evaluates the health of a tenant resource', (test) => {
  const definitions = readDefinitions();

  test('of every kind with a definition as Healthy without a status, because nothing writes one, and as Degraded if it is not ready', () => {
    assert.ok(definitions.length >= 6);
    for (const definition of definitions) {
      assert.is(healthOf(resourceOf(definition)), 'Healthy', definition.metadata.name);
      assert.is(healthOf(resourceOf(definition, { conditions: ready('False') })), 'Degraded: so it is');
    }
  });

  for (const [status, health] of examples)
    test(`${JSON.stringify(status ?? 'without status')} as ${health}`, () => {
      const [first] = definitions;
      assert.is(first && healthOf(resourceOf(first, status)), health);
    });

  test('as Progressing during its deletion', () => {
    const [first] = definitions;
    if (!first) throw new Error('no definition');
    const { metadata, ...rest } = resourceOf(first, { conditions: ready('False') });
    const going = { ...rest, metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    assert.is(healthOf(going), 'Progressing: Pending deletion');
  });

  test('with a setting for each kind and for no other kind', () => {
    const text = readFileSync(settings, 'utf8');
    const keys = [...text.matchAll(/resource\.customizations\.health\.(\S+):/g)].map(([, key]) => key);
    const kinds = definitions.map((definition) => {
      const { apiVersion, kind } = resourceOf(definition);
      return `${groupOf(apiVersion)}_${kind}`;
    });
    assert.equal(keys.sort(), [...new Set(kinds)].sort());
  });
});
