import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { type KubeObject, readManifests } from '../manifests.ts';

/** One resource of each kind that can be stored in the cluster, as leasehold renders it. */
export const tenantResources: readonly KubeObject[] = rendered();

function rendered(): readonly KubeObject[] {
  const path = 'kinds/leasehold/platform/cases/applies-tenant-resources/in.yaml';
  const { ok, objects, problems } = render([{ path: 'in.yaml', text: readFileSync(path, 'utf8') }]);
  assert.ok(ok, JSON.stringify(problems));
  return objects.filter(({ shape }) => shape === 'resource').flatMap(({ text }) => readManifests(text));
}
