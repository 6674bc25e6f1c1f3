import { suite } from '../../test/harness.ts';
import { renderPlatform } from './rendered-pod.ts';
import { constant, renderedRules } from './rule-tests.ts';

/** Applications, and the tenant that their failed syncs are attributed to. */
const applications: Readonly<Record<string, { readonly labels: Labels; readonly tenant?: string }>> = {
  'the tenant of the destination': {
    labels: { name: 'shop', project: 'default', dest_namespace: 'pay-prod' },
    tenant: 'pay',
  },
  'the tenant of the project': { labels: { name: 'shop', project: 'pay-deploy' }, tenant: 'pay' },
  'the tenant of the Application': { labels: { name: 'isolation-pay', project: 'tenants' }, tenant: 'pay' },
  'no tenant': { labels: { name: 'platform', project: 'default', dest_namespace: 'monitoring' } },
};

interface Labels {
  readonly name: string;
  readonly project: string;
  readonly dest_namespace?: string;
}

/** The rendered Prometheus keeps the namespace of Applications. The Prometheus Operator adds the one of Argo CD. */
const setups = {
  'the rendered Prometheus': { file: 'platform.yaml', target: { job: 'argocd' }, own: { namespace: 'argocd' } },
  'the Prometheus Operator': {
    file: 'operator.yaml',
    target: { job: 'argocd-metrics', namespace: 'argocd' },
    own: { exported_namespace: 'apps' },
  },
} as const;

const state = 'job="leasehold:kube-state-metrics"';
const tenants = constant(`kube_namespace_labels{${state},namespace="pay-prod",label_leasehold_dev_tenant="pay"}`, 1);
const labelsOf = (labels: object) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
const alert = { alertname: 'LeaseholdSyncFailed' };

for (const [name, { file, own, target }] of Object.entries(setups))
  suite(`the alert about failed syncs, with ${name},`, (test) => {
    const { passes } = renderedRules(renderPlatform(file));
    const up = constant(`up{${labelsOf(target)}}`, 1);
    const { job: _, ...kept } = { namespace: '', ...target, ...own };

    for (const [cause, { labels, tenant }] of Object.entries(applications))
      test(`names ${cause}, after a single failure`, () => {
        const { dest_namespace = '', ...application } = labels;
        const all = labelsOf({ ...target, ...own, ...application });
        const exp_labels = { severity: 'critical', ...kept, ...labels, ...(tenant ? { tenant } : {}) };
        const summary = `Argo CD failed to sync Application ${labels.name} of project ${labels.project}.`;
        const exp_alerts = [{ exp_labels, exp_annotations: { summary } }];
        passes({
          input: [
            ...[tenants, up],
            constant(`argocd_app_info{${all},dest_namespace="${dest_namespace}",sync_status="OutOfSync"}`, 1),
            { series: `argocd_app_sync_total{${all},phase="Succeeded",dry_run="false"}`, values: '0+1x200' },
            // The counter begins with the first failure.
            { series: `argocd_app_sync_total{${all},phase="Failed",dry_run="false"}`, values: '_x60 1x140' },
          ],
          alerts: [
            { ...alert, eval_time: '59m', exp_alerts: [] },
            { ...alert, eval_time: '75m', exp_alerts },
            { ...alert, eval_time: '150m', exp_alerts: [] },
          ],
        });
      });

    test('ignores failures before the first scrape, and metrics that a tenant exports', () => {
      const application = { name: 'shop', project: 'pay' };
      const forged = { job: 'shop', namespace: 'pay-prod', ...application };
      const info = (labels: object) => constant(`argocd_app_info{${labelsOf(labels)},dest_namespace="pay-prod"}`, 1);
      const failed = (labels: object, values: string) => ({
        series: `argocd_app_sync_total{${labelsOf(labels)},phase="Failed"}`,
        values,
      });
      const real = { ...target, ...own, ...application };
      const input = [tenants, up, constant('up{job="shop",namespace="pay-prod"}', 1), info(real), info(forged)];
      passes({
        input: [...input, failed(real, '7x200'), failed(forged, '0+1x200')],
        alerts: ['15m', '90m'].map((eval_time) => ({ ...alert, eval_time, exp_alerts: [] })),
      });
    });
  });
