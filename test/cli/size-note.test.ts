import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { runOn, tenant } from './fake-ports.ts';

const ofTenant = render([tenant('ada')]).objects.length;

suite('the note on the size of an Application', (test) => {
  test('reports how many shards Argo CD needs if there are too many objects for one Application', async () => {
    const tenants = Array.from({ length: Math.ceil(2001 / ofTenant) }, (_, index) => tenant(`t${index}`));
    const note = /^note: an Application of Argo CD should have at most 2,000 objects; use 2 shards or more/m;
    assert.match((await runOn({ trees: { tenants } }, 'render', '--out', 'out')).stderr, note);
    const fewer = tenants.slice(1);
    assert.not.match((await runOn({ trees: { tenants: fewer } }, 'render', '--out', 'out')).stderr, note);
  });
});
