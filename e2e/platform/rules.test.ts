import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { renderPlatform } from './rendered-pod.ts';
import { constant, renderedRules } from './rule-tests.ts';

const state = 'job="leasehold:kube-state-metrics"';
const payProd = `kube_namespace_labels{${state},namespace="pay-prod",label_leasehold_dev_tenant="pay"}`;
const pod = 'namespace="pay-prod",pod="api",container="main"';
const backup = 'namespace="pay-prod",cronjob="db-backup"';
const { file, passes } = renderedRules(renderPlatform());

suite('the rendered rules', (test) => {
  test('are valid', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], {
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
    assert.match(stdout, '16 rules found');
  });

  test('record the larger of request and usage for each tenant', () => {
    const input = [
      constant(payProd, 1),
      constant(`kube_pod_container_resource_requests{${state},${pod},resource="cpu",node="n"}`, 0.5),
      constant(`kube_pod_status_phase{${state},namespace="pay-prod",pod="api",phase="Running"}`, 1),
      // Three quarters of a core.
      { series: `container_cpu_usage_seconds_total{${pod}}`, values: '0+45x60' },
    ];
    const expected = [{ labels: 'leasehold:tenant_cpu_cores:allocation{tenant="pay"}', value: 0.75 }];
    passes({
      input,
      promql: [{ expr: 'leasehold:tenant_cpu_cores:allocation', eval_time: '30m', exp_samples: expected }],
    });
  });

  test('record the requests of a sidecar, and the usage that two jobs export once', () => {
    const side = 'namespace="pay-prod",pod="api",container="side"';
    const input = [
      constant(payProd, 1),
      constant(`kube_pod_init_container_resource_requests{${state},${side},resource="cpu",node="n"}`, 2),
      constant(`kube_pod_init_container_info{${state},${side},restart_policy="Always"}`, 1),
      constant(`kube_pod_status_phase{${state},namespace="pay-prod",pod="api",phase="Running"}`, 1),
      { series: `container_cpu_usage_seconds_total{job="kubelet",cpu="total",id="a",${pod}}`, values: '0+45x60' },
      { series: `container_cpu_usage_seconds_total{job="resource",${pod}}`, values: '0+45x60' },
    ];
    const expr = 'leasehold:tenant_cpu_cores:allocation';
    const expected = [{ labels: `${expr}{tenant="pay"}`, value: 2.75 }];
    passes({ input, promql: [{ expr, eval_time: '30m', exp_samples: expected }] });
  });

  test('ignore series that a tenant exports under the names of platform metrics', () => {
    const requests = (job: string, value: number) =>
      constant(`kube_pod_container_resource_requests{job="${job}",${pod},resource="cpu",node="n"}`, value);
    const running = constant(`kube_pod_status_phase{${state},namespace="pay-prod",pod="api",phase="Running"}`, 1);
    const own = 'job="kube-state-metrics",namespace="pay-prod",instance="tenant"';
    const input = [
      ...[constant(payProd, 1), running, requests('leasehold:kube-state-metrics', 0.5)],
      requests('kube-state-metrics', 100),
      constant(`kube_namespace_labels{${own},label_leasehold_dev_tenant="lab"}`, 1),
      constant(`leasehold:namespace_tenant{${own},tenant="lab"}`, 1),
      constant(`leasehold:pod_cpu_cores:allocation{${own},pod="api"}`, 100),
      constant(`leasehold:quota_used:ratio{${own},resourcequota="q",resource="cpu",tenant="lab"}`, 1),
    ];
    const expr = 'leasehold:tenant_cpu_cores:allocation';
    passes({
      input,
      promql: [{ expr, eval_time: '30m', exp_samples: [{ labels: `${expr}{tenant="pay"}`, value: 0.5 }] }],
      alerts: [{ alertname: 'LeaseholdQuotaNearLimit', eval_time: '30m', exp_alerts: [] }],
    });
  });

  test('ignore values of a tenant that would replace measured values', () => {
    const measured = [
      constant(payProd, 1),
      { series: `container_cpu_usage_seconds_total{${pod}}`, values: '0+45x60' },
      constant(`container_memory_working_set_bytes{${pod}}`, 1000),
    ];
    const values = ['0+1e307x60', Array(61).fill('NaN').join(' '), Array(61).fill('Inf').join(' '), '-5x60'];
    for (const value of values)
      for (const basis of ['allocation', 'usage']) {
        const names = ['container_cpu_usage_seconds_total', 'container_memory_working_set_bytes'];
        const exported = names.map((name) => ({ series: `${name}{job="own",${pod}}`, values: value }));
        const promql = (
          [
            ['cpu_cores', 0.75],
            ['memory_bytes', 1000],
          ] as const
        ).map(([unit, amount]) => {
          const expr = `leasehold:tenant_${unit}:${basis}`;
          return { expr, eval_time: '30m', exp_samples: [{ labels: `${expr}{tenant="pay"}`, value: amount }] };
        });
        passes({ input: [...measured, ...exported], promql });
      }
  });

  test('alert about a quota above 90%, with its tenant', () => {
    const quota = (type: string, value: number) =>
      constant(
        `kube_resourcequota{${state},namespace="pay-prod",resourcequota="q",resource="cpu",type="${type}"}`,
        value,
      );
    const labels = { severity: 'warning', tenant: 'pay', namespace: 'pay-prod', resourcequota: 'q', resource: 'cpu' };
    const annotations = { summary: 'Tenant pay uses 95% of its quota for cpu in namespace pay-prod.' };
    const alert = { alertname: 'LeaseholdQuotaNearLimit', eval_time: '20m' };
    passes({
      input: [constant(payProd, 1), quota('hard', 20), quota('used', 19)],
      alerts: [{ ...alert, exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }] }],
    });
    passes({
      input: [constant(payProd, 1), quota('hard', 20), quota('used', 18)],
      alerts: [{ ...alert, exp_alerts: [] }],
    });
  });

  test('alert about a namespace without a tenant, but not about a system namespace', () => {
    const input = ['pay-prod', 'lost', 'kube-system', 'default', 'vault', 'flux-system'].map((name) =>
      constant(`kube_namespace_created{${state},namespace="${name}"}`, 1),
    );
    const labels = { severity: 'warning', namespace: 'lost', job: 'leasehold:kube-state-metrics' };
    const annotations = {
      summary: 'Namespace lost belongs to no tenant, so no tenant pays for it and no limit of a tenant applies.',
    };
    const exp_alerts = [{ exp_labels: labels, exp_annotations: annotations }];
    passes({
      input: [constant(payProd, 1), ...input],
      alerts: [{ alertname: 'LeaseholdNamespaceWithoutTenant', eval_time: '2h', exp_alerts }],
    });
  });

  test('alert about a backup that does not succeed, and about no other CronJob', () => {
    const jobs = ['db-backup', 'report'].map((name) =>
      constant(`kube_cronjob_status_last_schedule_time{${state},namespace="pay-prod",cronjob="${name}"}`, 100),
    );
    const isBackup = constant(`kube_cronjob_labels{${state},${backup},label_app_kubernetes_io_component="backup"}`, 1);
    const success = (time: number) => constant(`kube_cronjob_status_last_successful_time{${state},${backup}}`, time);
    const labels = { severity: 'critical', namespace: 'pay-prod', cronjob: 'db-backup', tenant: 'pay' };
    const annotations = {
      summary: 'CronJob db-backup in pay-prod has completed no backup since its last scheduled time.',
    };
    const alert = { alertname: 'LeaseholdBackupMissing', eval_time: '7h' };
    const all = [constant(payProd, 1), ...jobs, isBackup];
    const exp_alerts = [{ exp_labels: labels, exp_annotations: annotations }];
    passes({ input: all, alerts: [{ ...alert, exp_alerts }] });
    passes({ input: [...all, success(50)], alerts: [{ ...alert, exp_alerts }] });
    passes({ input: [...all, success(200)], alerts: [{ ...alert, exp_alerts: [] }] });
  });

  test('alert about a volume that has been retained for 30 days', () => {
    const input = [
      constant(`kube_persistentvolume_labels{${state},persistentvolume="v",label_leasehold_dev_tenant="pay"}`, 1),
      constant(`kube_persistentvolume_status_phase{${state},persistentvolume="v",phase="Released"}`, 1),
    ];
    const labels = { severity: 'warning', persistentvolume: 'v', tenant: 'pay', label_leasehold_dev_tenant: 'pay' };
    const annotations = { summary: 'Volume v of tenant pay has been retained for 30 days without a claim.' };
    const exp_alerts = [{ exp_labels: labels, exp_annotations: annotations }];
    const alert = { alertname: 'LeaseholdVolumeRetained' };
    passes({
      interval: '1h',
      input,
      alerts: [
        { ...alert, eval_time: '29d', exp_alerts: [] },
        { ...alert, eval_time: '31d', exp_alerts },
      ],
    });
  });
});
