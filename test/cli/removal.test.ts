import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, type Machine, runOn, tenant } from './fake-ports.ts';

const three = [tenant('ada'), tenant('bob'), tenant('cyd')];
const texts = { 'inventory.json': JSON.stringify(render(three).inventory), 'other.json': '{}' };
const before: Machine = { trees: { tenants: three }, texts };
const two: Machine = { trees: { tenants: three.slice(0, 2) }, texts };

function approved(machine: Machine, line: string): Machine {
  const folder = '.leasehold/approvals';
  return { ...machine, trees: { ...machine.trees, [folder]: [file(`${folder}/a.yaml`, line)] } };
}

suite('render with the inventory of an earlier render', (test) => {
  test('writes if nothing is removed, or not more than the limit', async () => {
    assert.is((await runOn(before, 'render', '--out', 'out', '--previous', 'inventory.json')).code, 0);
    const lenient = ['--previous', 'inventory.json', '--max-removed', '34'];
    assert.is((await runOn(two, 'render', '--out', 'out', ...lenient)).code, 0);
  });

  test('writes nothing if too much would be removed, and prints the approval', async () => {
    const rejected = await runOn(two, 'render', '--out', 'out', '--previous', 'inventory.json');
    assert.equal([rejected.code, rejected.stdout, Object.keys(rejected.written)], [4, '', []]);
    const [first = '', second = '', approval = ''] = rejected.stderr.split('\n');
    assert.match(first, /^leasehold: 7 of 21 objects would be removed, more than 20%; nothing was rendered$/);
    assert.match(second, /commit a file \.leasehold\/approvals\/[0-9a-f]{12}\.yaml with this line:$/);
    const machine = approved(two, approval);
    assert.is((await runOn(machine, 'render', '--out', 'out', '--previous', 'inventory.json')).code, 0);
    const more = { ...machine, trees: { ...machine.trees, tenants: three.slice(0, 1) } };
    assert.is((await runOn(more, 'render', '--out', 'out', '--previous', 'inventory.json')).code, 4);
  });

  test('checks only the requested tenant', async () => {
    const one = ['render', '-o', 'yaml', '--tenant', 'ada', '--previous', 'inventory.json'];
    assert.is((await runOn(two, ...one)).code, 0);
  });

  test('rejects a missing or invalid inventory, and an invalid --max-removed, as a usage error', async () => {
    const wrong = async (...options: readonly string[]) => {
      const { code, stderr } = await runOn(two, 'render', '-o', 'yaml', ...options);
      assert.is(code, 2, options.join(' '));
      return stderr;
    };
    assert.match(await wrong('--previous', 'nothing.json'), 'the file nothing.json does not exist');
    assert.match(await wrong('--previous', 'other.json'), '--previous is other.json, which is not an inventory');
    assert.match(await wrong('--previous', 'inventory.json', '--max-removed', '101'), 'from 0 to 100');
    assert.match(await wrong('--max-removed', '10'), '--max-removed needs --previous');
  });
});
