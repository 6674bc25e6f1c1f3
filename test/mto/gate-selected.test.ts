import * as assert from 'uvu/assert';
import { isMap, isNode, isPair, isScalar, parseDocument, stringify, visit } from 'yaml';
import { type Path, type Tree, valueAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';
import { messagesOf } from './delegated.ts';

interface Sample {
  readonly object: Tree;
  /** A part that only a trusted author can write. */
  readonly part: Path;
}

function object(apiVersion: string, kind: string, spec: object): Tree {
  return { apiVersion, kind, metadata: { name: 'x' }, spec };
}

const container = {
  name: 'x',
  image: 'x',
  securityContext: {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
};
const csi = { driver: 'nfs.csi.k8s.io', readOnly: true, volumeAttributes: { share: '/tenants', subDir: 'acme' } };
const volumes = [{ name: 'data', csi }];
const mount = { name: 'data', mountPath: '/data', subPath: 'acme', readOnly: true };
const mounting = { ...container, volumeMounts: [mount] };
const term = {
  topologyKey: 'kubernetes.io/hostname',
  namespaces: ['other'],
  labelSelector: { matchLabels: { app: 'x', tier: 'y' } },
};
const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
const toleration = { key: 'gpu', operator: 'Equal', value: 'x', effect: 'NoExecute', tolerationSeconds: 60 };
const pod = (spec: object) => object('v1', 'Pod', { containers: [container], ...spec });
const gateway = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io/v1';
const remoteRef = { remoteKey: 'shared/registry', property: 'acme' };

const samples: Readonly<Record<string, Sample>> = {
  'the source of a shared volume': { object: pod({ volumes }), part: ['spec', 'volumes', 0, 'csi'] },
  'the mount of a shared volume': {
    object: pod({ volumes, containers: [mounting] }),
    part: ['spec', 'containers', 0, 'volumeMounts', 0],
  },
  'a toleration': { object: pod({ tolerations: [toleration] }), part: ['spec', 'tolerations', 0] },
  'an affinity to pods of others': {
    object: pod({ affinity }),
    part: ['spec', 'affinity', 'podAntiAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 0],
  },
  'the data of a PushSecret': {
    object: object('external-secrets.io/v1alpha1', 'PushSecret', {
      secretStoreRefs: [{ name: 'vault', kind: 'ClusterSecretStore' }],
      selector: { secret: { name: 'x' } },
      deletionPolicy: 'None',
      data: [{ match: { secretKey: 'x', remoteRef } }],
    }),
    part: ['spec'],
  },
  'a key of an ExternalSecret': {
    object: object('external-secrets.io/v1', 'ExternalSecret', {
      secretStoreRef: { name: 'vault', kind: 'SecretStore' },
      target: { name: 'x' },
      data: [{ secretKey: 'x', remoteRef: { key: 'shared/registry', property: 'acme', version: '1' } }],
    }),
    part: ['spec', 'data', 0, 'remoteRef'],
  },
  'the rules of an HTTPRoute': {
    object: object(`${gateway}/v1`, 'HTTPRoute', {
      parentRefs: [{ name: 'shared', sectionName: 'acme' }],
      hostnames: ['apps.example.com'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/acme' }, headers: [{ name: 'tenant', value: 'acme' }] }],
          filters: [{ type: 'URLRewrite', urlRewrite: { hostname: 'x' } }],
        },
      ],
    }),
    part: ['spec', 'rules'],
  },
  'the parent of a TCPRoute': {
    object: object(`${gateway}/v1alpha2`, 'TCPRoute', {
      parentRefs: [{ name: 'shared', sectionName: 'acme', port: 1 }],
      rules: [{ backendRefs: [{ name: 'x', port: 1 }] }],
    }),
    part: ['spec', 'parentRefs'],
  },
  'the routes of a VirtualService': {
    object: object(istio, 'VirtualService', {
      hosts: ['apps.example.com'],
      http: [{ match: [{ uri: { prefix: '/acme' } }], route: [{ destination: { host: 'x' } }] }],
    }),
    part: ['spec', 'http'],
  },
  'the rules of a NetworkPolicy': {
    object: object('networking.k8s.io/v1', 'NetworkPolicy', {
      podSelector: { matchLabels: { app: 'x' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'y' } } }], ports: [{ port: 80, protocol: 'TCP' }] }],
      egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.1/32'] } }], ports: [{ port: 80 }] }],
    }),
    part: ['spec'],
  },
  'the amounts of a ResourceQuota': {
    object: object('v1', 'ResourceQuota', { hard: { pods: '1', 'requests.cpu': '1' } }),
    part: ['spec'],
  },
  'the rules of a Role': {
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'x' },
      rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['x'], verbs: ['get'] }],
    },
    part: ['rules'],
  },
};

/** Entries without which the part affects only the tenant's own namespace. */
const allowed = ['spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.namespaces'];

/** The paths of the entries of every mapping in a value. */
function entriesIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [at]), ...entriesIn(child, at)];
  });
}

const [start, end] = ['{{ with .PART }}', '{{ end }}'];

function inFlow(value: unknown, wrapped: Path | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const below = (step: string | number) => (String(wrapped?.[0]) === String(step) ? wrapped?.slice(1) : undefined);
  if (Array.isArray(value)) return `[${value.map((item, index) => inFlow(item, below(index))).join(', ')}]`;
  const entries = Object.entries(value).map(([key, child]) => {
    const inner = below(key);
    const text = `${JSON.stringify(key)}: ${inFlow(child, inner)}, `;
    return inner?.length === 0 ? `${start}${text}${end}` : text;
  });
  return `{${entries.join('')}}`;
}

/** Undefined if the entry starts on the line of its list item. */
function inBlock(tree: Tree, wrapped: Path): string | undefined {
  const text = stringify(tree, { lineWidth: 0 });
  const lines = text.split('\n');
  let found: string | undefined;
  visit(parseDocument(text), {
    Pair(_, { key, value }, ancestors) {
      if (!isScalar(key) || !key.range || pathOf(ancestors, String(key.value)) !== wrapped.join('/')) return;
      const first = text.slice(0, key.range[0]).split('\n').length - 1;
      if (!/^\s*$/.test(text.slice(text.lastIndexOf('\n', key.range[0]) + 1, key.range[0]))) return;
      const stop = isNode(value) ? (value.range?.[1] ?? 0) : 0;
      const last = text.slice(0, stop).trimEnd().split('\n').length - 1;
      const inner = lines.slice(first, last + 1).join('\n');
      found = [...lines.slice(0, first), `{{- with .PART }}`, inner, '{{- end }}', ...lines.slice(last + 1)].join('\n');
    },
  });
  return found;
}

function pathOf(ancestors: readonly unknown[], key: string): string {
  const steps = ancestors.flatMap((node, index) => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : '')];
    const next = ancestors[index + 1];
    return isNode(node) && !isMap(node) && 'items' in node ? [String((node.items as unknown[]).indexOf(next))] : [];
  });
  return [...steps, key].join('/');
}

suite('law: a condition on a parameter around any entry of a protected part needs a Grant', (test) => {
  for (const [what, { object, part }] of Object.entries(samples))
    test(what, () => {
      assert.equal(messagesOf({ gotemplate: inFlow(object, undefined) }, { PART: '' }), []);
      const entries = entriesIn(valueAt(object, ...part), part);
      assert.ok(entries.length > 1);
      for (const entry of entries)
        for (const text of [inFlow(object, entry), inBlock(object, entry)]) {
          if (text === undefined || allowed.includes(entry.filter((step) => typeof step === 'string').join('.')))
            continue;
          assert.ok(messagesOf({ gotemplate: text }, { PART: '' }).length > 0, `${entry.join('.')}\n${text}`);
        }
    });
});
