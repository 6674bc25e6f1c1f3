import * as assert from 'uvu/assert';
import { textAt } from '../../data/tree.ts';
import type { ControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { Metric } from './history.ts';

const gibi = 2 ** 30;

export async function createWorkloads({ kubectl }: ControlPlane): Promise<void> {
  const namespaces = ['pay', 'lab', 'shop'].map((tenant) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `costs-${tenant}`, labels: { 'leasehold.dev/tenant': tenant } },
  }));
  const objects = [
    ...namespaces,
    workload('Deployment', 'costs-pay', 2, { cpu: '500m', memory: '512Mi' }),
    workload('Deployment', 'costs-lab', 1, { cpu: '250m', memory: '256Mi' }),
    workload('StatefulSet', 'costs-shop', 1, { cpu: '1', memory: '2Gi' }),
    finished('costs-shop'),
  ];
  const { status, stderr } = kubectl(['apply', '-f', '-'], objects.map((one) => JSON.stringify(one)).join('\n'));
  assert.is(status, 0, stderr);
  await eventually('the pods run, and the Job is over', async () => {
    const { stdout } = kubectl([
      'get',
      'pods',
      '-A',
      '-o',
      'jsonpath={range .items[*]}{.metadata.namespace}={.status.phase} {end}',
    ]);
    const phases = stdout.split(' ').filter((one) => one.startsWith('costs-'));
    const running = phases.filter((one) => one.endsWith('=Running')).length;
    return (running === 4 && phases.includes('costs-shop=Succeeded')) || undefined;
  });
}

function workload(kind: string, namespace: string, replicas: number, requests: Readonly<Record<string, string>>) {
  // A tenant that labels its pods with the name of another tenant still pays for them.
  const labels = { app: 'api', 'leasehold.dev/tenant': 'lab' };
  const container = { name: 'main', image: 'example.com/main:1', resources: { requests } };
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
  };
  const own = kind === 'StatefulSet' ? { serviceName: 'api', volumeClaimTemplates: [claim] } : {};
  const mounts = kind === 'StatefulSet' ? { volumeMounts: [{ name: 'data', mountPath: '/data' }] } : {};
  const template = { metadata: { labels }, spec: { containers: [{ ...container, ...mounts }] } };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'api', namespace },
    spec: { ...own, replicas, selector: { matchLabels: { app: 'api' } }, template },
  };
}

function finished(namespace: string) {
  const container = { name: 'main', image: 'example.com/main:1', resources: { requests: { cpu: '4', memory: '4Gi' } } };
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once', namespace }, spec: { template } };
}

/** What the kubelets' cAdvisor would export: cores and GiB in use, for each running container. */
export function containers({ kubectl }: ControlPlane, hour: number): readonly Metric[] {
  const used: Readonly<Record<string, readonly [cores: number, gib: number]>> = {
    'costs-pay': [0.1, 0.125],
    'costs-lab': [0.75, 0.5],
    'costs-shop': [0.2, 1],
  };
  const { stdout } = kubectl(['get', 'pods', '-A', '-o', 'json']);
  const { items } = JSON.parse(stdout) as { readonly items: readonly unknown[] };
  return items.flatMap((pod) => {
    const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
    const [cores, gib] = used[namespace] ?? [0, 0];
    if (textAt(pod, 'status', 'phase') !== 'Running' || cores === 0) return [];
    const labels = `{job="kubelet",instance="node",node="node",namespace="${namespace}",pod="${name}",container="main",image="i",id="/pods/${name}"}`;
    return [
      { series: `container_cpu_usage_seconds_total${labels}`, valueAt: (instant) => (instant - hour + 7200) * cores },
      { series: `container_memory_working_set_bytes${labels}`, valueAt: () => gib * gibi },
    ];
  });
}
