import { sampleText } from '../console/sample.ts';
import { gatewayFixture } from './fixture.ts';

/** A tenant in which none of `people` has a role. The names of its people, groups and namespaces contain `xq7`. */
export const hidden = sampleText('tenants/mto-tenant-pay.yaml')
  .replace('name: pay', 'name: xq7')
  .replaceAll(/pay-leads|pay-devs|auditors|kim@corp\.io/g, (name) => `xq7-${name.replace('@', '-')}`)
  .replaceAll('pay-prod', 'xq7-prod')
  .replaceAll('cc-42', 'xq7-cc');
export const hostile = '<img src=x onerror=alert(1)>';
/** A gateway over the sample, this tenant and its ResourceSupervisor. */
export const fixture = gatewayFixture({
  'tenants/xq7.yaml': hidden.replace('backup: daily', `backup: ${JSON.stringify(hostile)}`),
  'tenants/xq7-supervisor.yaml':
    'apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata:\n  name: xq7-off\n  namespace: xq7-dev\nspec:\n  schedule: {}\n',
});
fixture.commit('tenants/xq7.yaml', `${hidden}\n# again\n`);
await fixture.gateway.branch.refresh();
