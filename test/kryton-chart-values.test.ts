import * as assert from 'uvu/assert';
import { type ChartValue, chartValues as readChartValues } from '../build/chart-values.ts';
import { childrenOf, isMapping, type Tree } from '../data/tree.ts';
import { render } from '../leasehold.ts';
import { suite } from './harness.ts';

const chartValues = readChartValues();

suite('the values of the bundled PostgreSQL', (test) => {
  test('are 490, each listed once', () => {
    assert.is(chartValues.length, 490);
    assert.is(new Set(chartValues.map(({ path }) => path)).size, 490);
  });

  for (const value of chartValues) {
    test(`${value.path}: ${value.outcome}`, () => assertOutcome(value, 'postgresql'));
    if (value.path.startsWith('global.'))
      test(`${value.path} next to postgresql`, () => assertOutcome(value, 'values'));
    if (value.while) test(`${value.path}: warning where it has no effect`, () => assertUnmet(value));
  }

  test('are accepted if they are the defaults of the chart', () => {
    const all = chartValues.filter(({ path }) => !differs.has(path));
    const values = all.reduce<Tree>((tree, { default: own, path }) => merged(tree, nest(path, own)), {});
    assert.equal(problemsOf({ postgresql: values }), problemsOf({}));
  });

  test('cannot contain templates', () => {
    const message = 'primary.extraEnvVars contains a Helm template, which is not evaluated';
    const found = problemsOf({
      postgresql: { primary: { extraEnvVars: [{ name: 'A', value: '{{ .Release.Name }}' }] } },
    });
    assert.ok(found.some((problem) => problem.endsWith(message)));
  });
});

/** Values whose default in Kryton's chart differs from that of PostgreSQL's chart. */
const differs = new Set([
  'global.security.allowInsecureImages',
  'image.registry',
  'image.repository',
  'image.tag',
  'auth.username',
  'auth.database',
  'primary.initdb.scripts',
  'primary.persistence.size',
  'primary.containerSecurityContext.readOnlyRootFilesystem',
]);

function assertOutcome(value: ChartValue, place: 'postgresql' | 'values'): void {
  const base = baseOf(value);
  const with_ = (extra: Tree): Tree =>
    place === 'postgresql' ? { postgresql: merged(base, extra) } : { postgresql: base, ...extra };
  const [before, after] = [with_({}), with_(nest(value.path, another(value)))];
  const path = `spec.values.${place === 'postgresql' ? 'postgresql.' : ''}${value.path}`;
  const usual = new Set(problemsOf(before));
  const found = problemsOf(after).filter((problem) => !usual.has(problem));
  if (value.outcome === 'effect') {
    assert.not.equal(textOf(after), textOf(before));
    assert.equal(
      found.filter((problem) => problem.startsWith('error') || problem.startsWith(`warning ignored-field ${path}:`)),
      [],
    );
    return;
  }
  const expected = value.outcome === 'error' ? `error not-supported ${path}:` : `warning ignored-field ${path}:`;
  assert.is(found.length, 1, found.join('\n'));
  assert.ok(found[0]?.startsWith(expected), found[0]);
  if (value.outcome === 'warning') assert.equal(textOf(after), textOf(before));
}

/** A value whose condition is not met changes nothing and is reported. */
function assertUnmet(value: ChartValue): void {
  if (value.outcome !== 'effect' || value.while?.every((condition) => isMetByDefault(condition))) return;
  const after = { postgresql: nest(value.path, another(value)) };
  assert.equal(textOf(after), textOf({}));
  const usual = new Set(problemsOf({}));
  const found = problemsOf(after).filter((problem) => !usual.has(problem));
  assert.is(found.length, 1, found.join('\n'));
  assert.ok(found[0]?.startsWith(`warning ignored-field spec.values.postgresql.${value.path}:`), found[0]);
}

function isMetByDefault(condition: string): boolean {
  if (condition.startsWith('!primary.networkPolicy')) return false;
  if (condition.startsWith('!')) return true;
  const on = ['ClusterIP', 'primary.persistence.enabled', 'primary.networkPolicy.enabled', 'shmVolume.enabled'];
  return (
    on.some((text) => condition.endsWith(text)) ||
    /^primary\..*(livenessProbe|readinessProbe|Context)\.enabled$|pdb\.create$/.test(condition)
  );
}

const certificates = { certificatesSecret: 'database-tls', certFilename: 'tls.crt', certKeyFilename: 'tls.key' };
const met: Readonly<Record<string, unknown>> = {
  'auth.existingSecret': 'database',
  'auth.password': 'not-a-secret',
  'primary.networkPolicy.ingressNSMatchLabels': { team: 'b' },
  'tls.enabled': true,
  'volumePermissions.image.repository': 'me/shell',
};

/** Values that meet the conditions of a value. */
function baseOf({ path, while: conditions = [] }: ChartValue): Tree {
  const trees = conditions.map((condition) => {
    if (condition.startsWith('!primary.networkPolicy')) return nest(condition.slice(1), false);
    if (condition.startsWith('!')) return {};
    const [name = '', choices] = condition.split('=');
    return nest(name, choices?.split('|')[0] ?? met[name] ?? true);
  });
  const encrypted = /^(?:tls|volumePermissions)\./.test(path) ? { tls: certificates } : {};
  return [encrypted, ...trees].reduce<Tree>(merged, {});
}

const others: Readonly<Record<string, unknown>> = {
  architecture: 'replication',
  'global.compatibility.openshift.adaptSecurityContext': 'force',
  'global.postgresql.service.ports.postgresql': 5433,
  'global.security.allowInsecureImages': false,
  postgresqlDataDir: '/bitnami/postgresql/other',
  'primary.persistence.accessModes': ['ReadWriteMany'],
  'primary.persistence.mountPath': '/bitnami',
  'primary.persistence.size': '20Gi',
  'primary.podSecurityContext.fsGroupChangePolicy': 'OnRootMismatch',
  'primary.podSecurityContext.supplementalGroups': [5],
  'primary.terminationGracePeriodSeconds': 60,
  'primary.updateStrategy.type': 'OnDelete',
  'primary.updateStrategy.rollingUpdate': { partition: 1 },
  'primary.service.type': 'NodePort',
  'primary.service.nodePorts.postgresql': 30432,
  'primary.service.loadBalancerSourceRanges': ['10.0.0.0/8'],
  'primary.service.clusterIP': '10.0.0.9',
  'primary.service.externalTrafficPolicy': 'Local',
  'primary.pdb.minAvailable': 1,
  'primary.pdb.maxUnavailable': 2,
  'primary.command': ['postgres'],
  'primary.args': ['-c', 'max_connections=200'],
  'metrics.collectors': { wal: false },
  'tls.certFilename': 'other.crt',
};

/** A value that differs from the default of both charts. */
function another({ default: own, path }: ChartValue): unknown {
  const known = others[path];
  if (known !== undefined) return known;
  const last = path.split('.').at(-1) ?? '';
  if (/pullSecrets$/i.test(last)) return ['registry'];
  if (last === 'pullPolicy') return 'Always';
  if (last === 'digest') return `sha256:${'a'.repeat(64)}`;
  if (last === 'resourcesPreset') return 'small';
  if (last === 'sessionAffinity') return 'ClientIP';
  if (/^when(?:Scaled|Deleted)$/.test(last)) return 'Delete';
  if (path.includes('SecurityContext.capabilities')) return ['NET_RAW'];
  if (path === 'primary.containerSecurityContext.readOnlyRootFilesystem') return true;
  if (typeof own === 'boolean') return !own;
  if (typeof own === 'number') return own + 1;
  if (typeof own === 'string') return 'another';
  if (Array.isArray(own)) return [{ name: 'another' }];
  return { another: 'value' };
}

function nest(path: string, value: unknown): Tree {
  return path.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Tree;
}

function merged(base: Tree, upper: Tree): Tree {
  const entries = childrenOf(upper).map(([key, value]) => {
    const own = base[key];
    return [key, isMapping(own) && isMapping(value) ? merged(own, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

function problemsOf(values: Tree): readonly string[] {
  return rendered(values).problems.map(
    ({ at, code, message, severity }) => `${severity} ${code} ${at.path}: ${message}`,
  );
}

function textOf(values: Tree): string {
  return rendered(values)
    .objects.map(({ text }) => text)
    .join('---\n');
}

const known = new Map<string, ReturnType<typeof render>>();

/** Rendered once, because most values share their base. */
function rendered(values: Tree): ReturnType<typeof render> {
  const key = JSON.stringify(values);
  const found = known.get(key) ?? renderedNow(values);
  known.set(key, found);
  return found;
}

function renderedNow(values: Tree): ReturnType<typeof render> {
  const metadata = { name: 'notes', namespace: 'notes' };
  const spec = { version: '1', values: { existingSecret: 'notes', ...values } };
  const kryton = { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec };
  return render([{ path: 'kryton.yaml', text: JSON.stringify(kryton) }]);
}
