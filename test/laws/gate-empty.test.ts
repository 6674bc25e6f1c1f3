import * as assert from 'uvu/assert';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { leavesOf } from '../../data/leaves.ts';
import { type Path, type Tree, valueAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';
import { pod, scalar, value } from './attack-objects.ts';
import { templateObjects } from './template-attacks.ts';

const settings = settingsFrom(undefined, [], []);

function isPlaceholder(one: unknown): boolean {
  return typeof one === 'string' && (one.includes(value) || one.includes(scalar));
}

/** A copy of the object with another value at a path. */
function withValue(node: unknown, [step, ...rest]: Path, content: unknown): unknown {
  if (step === undefined) return content;
  if (Array.isArray(node)) {
    const items = node.map((item, index) => (index === step ? withValue(item, rest, content) : item));
    return items.filter((item) => item !== undefined);
  }
  return { ...(node as Tree), [step]: withValue((node as Tree)[step], rest, content) };
}

const securityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** The object with containers that meet every Pod Security level, except for their own fields. */
function secured(node: unknown, field = ''): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => secured(item, field));
  const inner = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, secured(child, key)]));
  const own = (inner['securityContext'] ?? {}) as Tree;
  return /^(?:containers|initContainers)$/.test(field)
    ? { ...inner, securityContext: { ...securityContext, ...own } }
    : inner;
}

/** The problems of an object of a gotemplate with conditions, with another value at the path that depends on a parameter. */
function problemsOf(template: unknown, at: Path, content: unknown): readonly string[] {
  const object = JSON.parse(JSON.stringify(withValue(template, at, content))) as Tree;
  const hasPlaceholder = (path: Path) => leavesOf(valueAt(template, ...path)).some((one) => isPlaceholder(one.value));
  const isLiteral = (path: Path) => valueAt(object, ...path) !== undefined && !hasPlaceholder(path);
  const author = { sort: 'tenant', granted: grantsFrom([])('evil'), isLiteral } as const;
  const result = passGate(object, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

/** Fields, as the end of their path, for which the default allows the least, with the reason. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  'the default is the only value that needs no Grant': [
    'type',
    'metadata.namespace',
    'persistentVolumeClaimRetentionPolicy.whenDeleted',
    'pathType',
    'schedulerName',
    'spec.type',
    'templateFrom.target',
  ],
  'without a value, the object does not use the feature, like most objects': [
    'add',
    'bearerTokenFile',
    'clusterIP',
    'gmsaCredentialSpecName',
    'hostNetwork',
    'hostPort',
    'httpGet.host',
    'ingressClassName',
    'managedBy',
    'nodeName',
    'nodePort',
    'nodeSelector.node-role.kubernetes.io/control-plane',
    'priorityClassName',
    'privileged',
    'runAsUser',
    'runtimeClassName',
    'scrapeClass',
    'volumeName',
  ],
  'without a name or host, nothing is referred to, or the API server rejects the object': [
    'backendRefs.name',
    'dataSourceRef.name',
    'dnsNames',
    'manifest.kind',
    'matchExpressions.key',
    'matchExpressions.operator',
    'subjects.name',
    'subjects.namespace',
    'tls.hosts',
    'uris',
  ],
  'without a namespace, only the own namespace is meant': ['dataSourceRef.namespace', 'namespaces'],
  'each container of the sample sets it': ['seccompProfile.type'],
};

/** Samples in addition to those of the attacks: fields that limit what is around them. */
const limits: Readonly<Record<string, { readonly object: object }>> = {
  'the effect of a toleration': { object: pod({ tolerations: [{ key: 'x', operator: 'Exists', effect: value }] }) },
  'the folder of a shared volume': {
    object: pod({
      volumes: [{ name: 'v', nfs: { server: 's', path: '/' } }],
      containers: [{ name: 'c', volumeMounts: [{ name: 'v', mountPath: '/v', subPath: value }] }],
    }),
  },
  'the variable of a folder of a shared volume': {
    object: pod({
      volumes: [{ name: 'v', nfs: { server: 's', path: '/' } }],
      containers: [
        {
          name: 'c',
          env: [{ name: 'F', value }],
          volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr: '$(F)' }],
        },
      ],
    }),
  },
};

const ways: Readonly<Record<string, unknown>> = { null: null, 'an empty text': '', removal: undefined };

suite('law: a parameter that leaves a protected field empty needs a Grant, unless the default allows the least', (test) => {
  const all = Object.values(defaults).flat();
  const used = new Set<string>();

  for (const [what, { object }] of Object.entries({ ...templateObjects, ...limits }))
    test(what, () => {
      const template = secured(object);
      const leaf = leavesOf(template).find((one) => isPlaceholder(one.value));
      assert.ok(leaf);
      const accepted = Object.keys(ways).filter((way) => problemsOf(template, leaf.path, ways[way]).length === 0);
      const isKey = leaf.path.some((step) => step === 'labels' || step === 'annotations');
      const field = leaf.path.filter((step) => typeof step === 'string').join('.');
      const known = all.findLast((end) => field === end || field.endsWith(`.${end}`));
      if (known !== undefined) used.add(known);
      assert.equal(known === undefined ? accepted : [], isKey ? ['removal'] : [], field);
    });

  test('every exception is the field of a sample', () => {
    assert.equal(
      all.filter((field) => !used.has(field)),
      [],
    );
  });
});
