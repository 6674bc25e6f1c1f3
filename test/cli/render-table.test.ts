import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

suite('the table of a render', (test) => {
  test('has a row for shared objects, so that the rows add up to the total', async () => {
    const folder = 'kinds/mto/cluster-resource-supervisor/cases/warns-about-the-name-of-an-unknown-namespace';
    const tenants = [file('tenants/a.yaml', readFileSync(`${folder}/in.yaml`, 'utf8'))];
    const { stdout } = await runOn({ trees: { tenants } }, 'render', '--out', 'out');
    const rows = [...stdout.matchAll(/^\S+ .*?(\d+) +\d+$/gm)].map(([, objects]) => Number(objects));
    const total = render(tenants).objects.length;
    assert.match(stdout, /^\(shared\) +\d+ +0$/m);
    assert.equal([rows.reduce((sum, row) => sum + row, 0), / (\d+) objects/.exec(stdout)?.[1]], [total, String(total)]);
  });

  test('of very many tenants has a row for each kind', async () => {
    const many = Array.from({ length: 40 }, (_, index) => tenant(`t${index}`));
    const { stdout } = await runOn({ trees: { tenants: [...many, org('acme')] } }, 'render', '--out', 'out');
    assert.is(
      stdout.split('\n\n')[0],
      `KIND    TENANTS  RESOURCES  OBJECTS  WARNINGS\nOrg           1          1        4         1\nTenant       40         40      ${render(many).objects.length}         0`,
    );
  });
});
