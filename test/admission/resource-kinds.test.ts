import * as assert from 'uvu/assert';
import { resourceKinds } from '../../admission/resource-kinds.ts';
import { suite } from '../harness.ts';
import { rules } from './rules.ts';

suite('law: the resources of admission rules have known kinds', (test) => {
  test('for every rule', () => {
    const resources = rules.flatMap(({ targets }) => targets.flatMap((target) => target.resources));
    const unknown = resources
      .map((one) => one.split('/')[0] ?? '')
      .filter((one) => one !== '*' && !(one in resourceKinds));
    assert.ok(resources.length > 20);
    assert.equal([...new Set(unknown)], []);
  });
});
