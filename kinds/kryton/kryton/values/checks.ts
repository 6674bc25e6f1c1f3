import type { Report } from '../../../../core/problem/problem.ts';
import { leavesOf } from '../../../../data/leaves.ts';
import { type Path, valueAt } from '../../../../data/tree.ts';
import { isPrintable } from '../../../../yaml/print-yaml.ts';
import { checkChartValues } from './chart-values.ts';
import type { ForcedValue } from './compose.ts';
import { checkDatabase } from './database-checks.ts';
import type { KrytonValues, UserValues } from './values.ts';

const base = ['spec', 'values'];

/** Rules that the schema cannot express [sources: kryton-1, kryton-4, kryton-5]. */
export function checkValues(userValues: UserValues, values: KrytonValues, report: Report): void {
  checkChartValues(userValues, report);
  checkDatabase(values, report);
  checkLabels(userValues, report);
  checkStrategy(values, report);
  checkHosts(userValues, values, report);
  checkReplicas(values, report);
  checkSharedVolume(values, report);
  checkFolders(values, report);
  checkConsistency(values, report);
}

/** Warns about values that leasehold overrides. */
export function warnAboutForced(userValues: UserValues, forced: readonly ForcedValue[], report: Report): void {
  for (const { path, value } of forced) {
    const own = valueAt(userValues, ...path);
    if (own === undefined || own === '' || own === value) continue;
    const message = `${path.join('.')} has no effect: leasehold sets it to ${value}`;
    report('ignored-field', [...base, ...path], message, { fix: 'remove the field' });
  }
}

/** Reports numbers in a free-form field that YAML parsers might interpret in different ways. Returns false if there are any. */
export function checkNumbers(values: unknown, path: Path, report: Report): boolean {
  const unsafe = leavesOf(values, path).filter(({ value }) => typeof value === 'number' && !isPrintable(value));
  for (const leaf of unsafe) {
    report(
      'out-of-range',
      leaf.path,
      `the number ${leaf.value} is too large or too precise: YAML parsers interpret it in different ways`,
      {
        fix: 'put it in quotes or use another unit',
      },
    );
  }
  return unsafe.length === 0;
}

/**
 * The labels that leasehold always replaces in each field. The lists differ, because leasehold sets fewer labels on pods than on
 * other objects.
 */
const ownLabels: readonly (readonly [path: Path, names: readonly string[]])[] = [
  [['podLabels'], ['instance', 'name']],
  [
    ['serviceMonitor', 'labels'],
    ['instance', 'name', 'part-of', 'version', 'managed-by'],
  ],
  [
    ['postgresql', 'commonLabels'],
    ['component', 'instance', 'name'],
  ],
  [
    ['postgresql', 'primary', 'labels'],
    ['component', 'instance', 'name', 'part-of', 'managed-by'],
  ],
  [
    ['postgresql', 'primary', 'podLabels'],
    ['component', 'instance', 'name'],
  ],
];

function checkLabels(userValues: UserValues, report: Report): void {
  for (const [path, names] of ownLabels) {
    const labels = names.map((name) => `app.kubernetes.io/${name}`);
    for (const label of labels.filter((name) => valueAt(userValues, ...path, name) !== undefined)) {
      const message = `${label} has no effect: leasehold sets this label`;
      report('ignored-field', [...base, ...path, label], message, { fix: 'remove the label' });
    }
  }
}

function checkStrategy({ strategy }: KrytonValues, report: Report): void {
  if (strategy.type === 'RollingUpdate' || Object.keys(strategy.rollingUpdate ?? {}).length === 0) return;
  const message = 'rollingUpdate has no effect while strategy.type is Recreate';
  report('ignored-field', [...base, 'strategy', 'rollingUpdate'], message, {
    fix: 'set strategy.type to RollingUpdate',
  });
}

function checkHosts(userValues: UserValues, { ingress }: KrytonValues, report: Report): void {
  const { host, hosts } = userValues.ingress ?? {};
  if (host && hosts) {
    report('ignored-field', [...base, 'ingress', 'host'], 'host has no effect together with hosts', {
      fix: 'keep one of them',
    });
  }
  if (ingress.enabled) checkRules(ingress.hosts, report);
  if (!ingress.enabled || host || hosts) return;
  const message = 'the Ingress has no host, so it uses kryton.local';
  report('risky-value', [...base, 'ingress', 'enabled'], message, { fix: 'set ingress.host or ingress.hosts' });
}

/** The API server rejects an Ingress without rules, and a rule without paths. */
function checkRules(hosts: KrytonValues['ingress']['hosts'], report: Report): void {
  const path = [...base, 'ingress', 'hosts'];
  if (hosts.length === 0) report('missing-field', path, 'ingress.enabled requires a host');
  for (const [index, { host, paths }] of hosts.entries()) {
    const message = `host ${host || '""'} requires a path`;
    if (paths.length === 0)
      report('missing-field', [...path, index, 'paths'], message, { fix: 'add path / of type Prefix' });
  }
}

function checkReplicas({ autoscaling }: KrytonValues, report: Report): void {
  const { enabled, maxReplicas, minReplicas } = autoscaling;
  if (!enabled || minReplicas <= maxReplicas) return;
  const message = `minReplicas ${minReplicas} is above maxReplicas ${maxReplicas}`;
  report('conflicting-fields', [...base, 'autoscaling', 'minReplicas'], message);
}

/** A ReadWriteOnce volume is on a single node, so pods on other nodes never start. */
function checkSharedVolume({ autoscaling, persistence, replicaCount }: KrytonValues, report: Report): void {
  const shared = persistence.accessModes.some((mode) => mode.endsWith('Many'));
  const maxPods = autoscaling.enabled ? autoscaling.maxReplicas : replicaCount;
  if (!persistence.enabled || persistence.existingClaim || shared || maxPods < 2) return;
  const path = autoscaling.enabled ? ['autoscaling', 'enabled'] : ['replicaCount'];
  const message = `up to ${maxPods} pods share a volume that only one node can mount`;
  report('risky-value', [...base, ...path], message, { fix: 'set persistence.accessModes to [ReadWriteMany]' });
}

/** The API server rejects a folder that could lead out of the volume. */
function checkFolders({ persistence, postgresql }: KrytonValues, report: Report): void {
  const folders = [
    [['persistence'], persistence.subPath],
    [['postgresql', 'primary', 'persistence'], postgresql.primary.persistence.subPath],
  ] as const;
  for (const [path, subPath] of folders) {
    if (!(subPath ?? '').split('/').includes('..')) continue;
    report('bad-format', [...base, ...path, 'subPath'], `subPath ${subPath} must not contain the folder ".."`);
  }
}

/** Warns if the server's environment differs from the values of the Service and the volume. */
function checkConsistency({ env, persistence, service }: KrytonValues, report: Report): void {
  const { NOTES_DIR, PORT } = env.config;
  const at = [...base, 'env', 'config'];
  if (PORT !== String(service.targetPort)) {
    const listens = PORT === undefined ? 'env.config has no PORT' : `the server listens on port ${PORT} (PORT)`;
    const message = `${listens}, but service.targetPort is ${service.targetPort}`;
    report('risky-value', [...at, 'PORT'], message, { fix: 'set both to the same port' });
  }
  if (!persistence.enabled || isWithin(NOTES_DIR, persistence.mountPath)) return;
  const writes =
    NOTES_DIR === undefined ? 'env.config has no NOTES_DIR' : `notes are written to ${NOTES_DIR} (NOTES_DIR)`;
  const message = `${writes}, but persistence.mountPath is ${persistence.mountPath}`;
  report('risky-value', [...at, 'NOTES_DIR'], message, {
    fix: 'set both to the same folder, otherwise notes are lost when the pod is deleted',
  });
}

function isWithin(folder: string | undefined, mountPath: string): boolean {
  return folder !== undefined && `${folder}/`.startsWith(`${mountPath.replace(/\/$/, '')}/`);
}
