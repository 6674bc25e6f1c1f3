import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { tenantProject } from './member-objects.ts';
import { complete, plugin, settings, withParameters } from './mistake.ts';
import { type ArgoCdObject, repoClient } from './objects.ts';

const enabled = settings({ 'application.sync.impersonation.enabled': 'true' });
const of = (...objects: readonly ArgoCdObject[]) => finds(...complete(withParameters({ tenant: 'acme' }), ...objects));

suite('the doctor for Argo CD, for server-side diff of the application controller,', (test) => {
  test('rejects comparisons by dry runs, by an argument or a variable of the application controller', () => {
    const flag = '--server-side-diff-enabled';
    const variable = (value: string) => ({ name: 'ARGOCD_APPLICATION_CONTROLLER_SERVER_SIDE_DIFF', value });
    const count = (env: readonly object[], ...args: readonly string[]) => {
      const controller = repoClient('application-controller', env, args);
      const counts = [controller, { ...controller, kind: 'Deployment' }].map(
        (one) => of(tenantProject(), enabled, one).length,
      );
      assert.is(counts[0], counts[1]);
      return counts[0];
    };
    assert.equal(
      [count([]), count([variable('false')]), count([], `${flag}=false`), count([], flag, `${flag}=0`)],
      [0, 0, 0, 0],
    );
    assert.equal(
      [count([variable('1')]), count([], flag), count([], `${flag}=T`), count([variable('false')], flag)],
      [1, 1, 1, 1],
    );
    assert.is(count([variable('true')], `${flag}=false`), 0);
    assert.equal(of(enabled, repoClient('application-controller', [variable('true')])), []);
    assert.equal(of(tenantProject(), enabled, repoClient('server', [variable('true')])), []);
  });

  test('lists a missing application controller', () => {
    const missing = (...objects: readonly ArgoCdObject[]) => {
      const text = complete(plugin(), tenantProject(), enabled, ...objects).map((one) => stringify(one));
      const { unexamined } = diagnose([{ path: 'argocd.yaml', text: text.join('---\n') }]);
      return unexamined.map(({ what }) => what).filter((what) => what.includes('controller'));
    };
    assert.equal(missing(), ['StatefulSet argocd-application-controller']);
    assert.equal(missing(repoClient('server')), ['StatefulSet argocd-application-controller']);
    assert.equal(missing(repoClient('application-controller')), []);
  });
});
