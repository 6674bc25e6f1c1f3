import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { type Command, run, runLessPreparation } from '../measure/process.ts';
import { interleave, type Samples } from '../measure/samples.ts';
import { readOutput, renderInto, timeFreshRender } from '../measure/scale.ts';
import { kleff, tenantName, writeRepository } from '../measure/workload.ts';
import { templateAll, templateOne, writeCharts } from './helm.ts';
import { buildOverlay, writeOverlays } from './kustomize.ts';
import { type Model, objectsById, renderModel, tenantFile } from './model.ts';

/**
 * Milliseconds for each round: per tenant if a tool starts once for each tenant, otherwise for all tenants together.
 */
export interface Peers {
  readonly tenants: number;
  readonly sampled: number;
  readonly objects: number;
  /** A run of leasehold for these tenants, and one for the large repository. */
  readonly product: Samples;
  readonly large: Samples;
  readonly helm: Samples;
  readonly kustomize: Samples;
  readonly cdk8s: Samples;
  readonly helmLoop: Samples;
}

interface Sizes {
  readonly tenants: number;
  readonly sampled: number;
  readonly rounds: number;
  /** Folder of the large repository. */
  readonly large: string;
}

interface Bench {
  readonly root: string;
  readonly names: readonly string[];
  readonly sampled: readonly string[];
}

/**
 * Renders the same tenants with every tool. Tools that start once for each tenant render only a sample. Throws if a tool renders
 * other objects for a tenant of the sample than leasehold.
 */
export function measurePeers(root: string, { tenants, sampled, rounds, large }: Sizes): Peers {
  const names = Array.from({ length: tenants }, (_, index) => tenantName(index));
  const bench = { root, names, sampled: names.slice(0, sampled) };
  const model = prepare(bench);
  assertSameObjects(bench);
  const samples = interleave(rounds, {
    product: () => timeFreshRender(join(root, 'product')),
    large: () => timeFreshRender(large),
    helm: () => perTenant(bench, (tenant) => templateOne(join(root, 'helm'), tenant)),
    kustomize: () => perTenant(bench, (tenant) => buildOverlay(join(root, 'kustomize'), tenant)),
    cdk8s: () => runLessPreparation(synth(root)),
    helmLoop: () => run(templateAll(join(root, 'helm'))).ms,
  });
  return { tenants, sampled, objects: model.documents.length, ...samples };
}

function prepare({ root, names }: Bench): Model {
  const model = renderModel(join(root, 'model'));
  assert.ok(model.documents.length >= 10, 'a tenant has enough objects for a comparison');
  for (const tool of ['helm', 'kustomize', 'cdk8s']) mkdirSync(join(root, tool));
  writeRepository(join(root, 'product'), kleff, names);
  writeCharts(join(root, 'helm'), model, names);
  writeOverlays(join(root, 'kustomize'), model, names);
  const objects = model.documents.map((text) => parse(text));
  writeFileSync(join(root, 'cdk8s', 'model.json'), JSON.stringify({ name: model.name, objects }));
  return model;
}

function synth(root: string): Command {
  const out = join(root, 'cdk8s', 'out');
  rmSync(out, { recursive: true, force: true });
  const inputs = [join(root, 'cdk8s', 'model.json'), join(root, 'helm', 'all.json')];
  return { program: process.execPath, args: [resolve('bench/peers/cdk8s.mjs'), ...inputs, out], cwd: root };
}

function perTenant({ sampled }: Bench, command: (tenant: string) => Command): number {
  const times = sampled.map((tenant) => run(command(tenant)).ms);
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
}

function assertSameObjects({ root, sampled }: Bench): void {
  run(renderInto(join(root, 'product')));
  run(synth(root));
  const synthesized = readOutput(join(root, 'cdk8s', 'out'));
  const looped = objectsById(run(templateAll(join(root, 'helm'))).stdout);
  for (const tenant of sampled) {
    const wanted = objectsById(readFileSync(tenantFile(join(root, 'product'), tenant), 'utf8'));
    const same = (tool: string, text: string) =>
      assert.equal([...objectsById(text)].sort(), [...wanted].sort(), `${tool} renders the objects of ${tenant}`);
    same('helm', run(templateOne(join(root, 'helm'), tenant)).stdout);
    same('kustomize', run(buildOverlay(join(root, 'kustomize'), tenant)).stdout);
    same('cdk8s', synthesized.get(`${tenant}.k8s.yaml`) ?? '');
    for (const [id, object] of wanted) assert.equal(looped.get(id), object, `helm's loop renders ${id}`);
  }
}
