import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openViews } from '../../gateway/world/views.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { gatewayFixture } from './fixture.ts';

const path = 'tenants/mto-tenant-pay.yaml';

suite('the views of commits', (test) => {
  test('render only what a later commit changes', () => {
    const { repository, root, commit } = gatewayFixture();
    const views = openViews(repository);
    const first = views.head().world;
    const all = first.renderedResources();
    assert.is(all, first.all().resources.length);
    const text = readFileSync(join(root, path), 'utf8').replace('kim@corp.io', 'eve@corp.io');
    commit(path, text);
    assert.ok(views.refresh());
    const { world } = views.head();
    assert.is(world.renderedResources(), 3);
    const whole = render(world.files);
    assert.equal(textsOf(world.all()), textsOf(whole));
    assert.equal(world.all().problems, whole.problems);
    assert.match(JSON.stringify(textsOf(whole)), 'eve@corp.io');
  });
});

function textsOf({ objects }: ReturnType<typeof render>): readonly (readonly [string, string])[] {
  return objects.map(({ id, text }) => [formatId(id), text]);
}
