import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { renderPlatform } from '../platform/rendered-pod.ts';
import { constant, renderedRules } from '../platform/rule-tests.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';

const name = 'tenant-unsynced';
const state = 'job="leasehold:kube-state-metrics"';
const labels = `${state},namespace="live-unsynced",label_leasehold_dev_tenant="unsynced"`;

suite('the metrics of a real Argo CD', (test) => {
  test('cause the rendered alert with the tenant of an Application that cannot sync', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit({
      'tenants/platform.yaml': platform,
      'tenants/unsynced.yaml': kleffTenant('unsynced'),
    });
    const application = await argo.create({ name, repository });
    await application.settled(commit);
    await application.sync('refs/heads/gone');
    await application.until('cannot sync', ({ operationState }) => operationState?.phase === 'Error');
    const lines = await eventually('the failure is counted', async () => {
      const found = linesAbout(await argo.metrics());
      return found.some((line) => line.includes('phase="Error"')) ? found : undefined;
    });
    const before = linesAbout(await argo.metrics()).filter((line) => !line.includes('phase="Error"'));
    assert.ok(before.some((line) => line.startsWith('argocd_app_info{')));
    const failed = lines.filter((line) => line.includes('phase="Error"')).map(seriesOf);
    const exp_labels = { severity: 'critical', namespace: 'argocd', name, project: 'leasehold', tenant: 'unsynced' };
    const summary = `Argo CD failed to sync Application ${name} of project leasehold.`;
    renderedRules(renderPlatform()).passes({
      input: [
        ...[constant(`kube_namespace_labels{${labels}}`, 1), constant('up{job="argocd",instance="a"}', 1)],
        ...before.map(seriesOf).map((series) => constant(series, 1)),
        ...failed.map((series) => ({ series, values: '_x60 1x60' })),
      ],
      alerts: [
        { alertname: 'LeaseholdSyncFailed', eval_time: '59m', exp_alerts: [] },
        {
          alertname: 'LeaseholdSyncFailed',
          eval_time: '75m',
          exp_alerts: [{ exp_labels, exp_annotations: { summary } }],
        },
      ],
    });
  });
});

/** The lines about the Application, without those of buckets and other metrics. */
function linesAbout(metrics: string): readonly string[] {
  const isRead = /^argocd_app_(?:info|sync_total)\{/;
  return metrics.split('\n').filter((line) => isRead.test(line) && line.includes(`name="${name}"`));
}

/** A series as Prometheus stores it: with the labels of the target. */
function seriesOf(line: string): string {
  return line.replace(/\} [^}]*$/, ',job="argocd",instance="a"}');
}
