import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { scripts } from '../../build/scripts.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Manifest } from '../../leasehold.ts';
import { version } from '../../shell/version.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { logs, run } from '../pod-script.ts';

const folder = 'plugin/install';

function read<T>(file: string): T {
  return parse(readFileSync(`${folder}/${file}`, 'utf8'), { merge: true }) as T;
}

/**
 * Every group and kind that any repository of the corpus renders, and whether it is namespaced. Omits objects of Templates,
 * which can have any kind.
 */
function renderedKinds(isIncluded: (manifest: Manifest) => boolean = () => true): readonly ObjectId[] {
  const objects = validCorpus().flatMap(({ rendering }) => rendering.objects);
  const own = objects.filter((one) => one.shape !== undefined && isIncluded(one));
  return [...new Map(own.map(({ id }) => [`${id.group}/${id.kind}`, id])).values()];
}

interface Allowed {
  readonly group: string;
  readonly kind: string;
}

interface Project {
  readonly spec: {
    readonly clusterResourceWhitelist: readonly Allowed[];
    readonly namespaceResourceWhitelist: readonly Allowed[];
  };
}

function isMissingIn(file: string): (id: ObjectId) => boolean {
  const { clusterResourceWhitelist, namespaceResourceWhitelist } = read<Project>(file).spec;
  return ({ group, kind, namespace }) => {
    const list = namespace === '' ? clusterResourceWhitelist : namespaceResourceWhitelist;
    return !list.some((one) => one.group === group && ['*', kind].includes(one.kind));
  };
}

interface Role {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/**
 * The field managers with which the hibernation script patches workloads, one for each call. kubectl prints `line` for both
 * Deployments and StatefulSets.
 */
function managersOf(variable: 'SLEEP' | 'WAKE', line: string): readonly (string | undefined)[] {
  const command = ['/bin/sh', '-c', scripts['mto/hibernation/hibernate']];
  const kubectl = `if [ "$1" = get ]; then echo ${line}; else ${logs}; fi`;
  const { calls } = run({ command, env: [{ name: variable, value: 'pay-dev' }] }, { programs: { kubectl } });
  return calls.map((call) => / --field-manager (\S+) /.exec(call)?.[1]);
}

suite('the installation in Argo CD', (test) => {
  test('allows the project exactly the rendered kinds, each with its scope', () => {
    const { clusterResourceWhitelist, namespaceResourceWhitelist } = read<Project>('access/project.yaml').spec;
    const kinds = renderedKinds();
    assert.equal(kinds.filter(isMissingIn('access/project.yaml')), [], 'add these to access/project.yaml');
    const surplus = [...clusterResourceWhitelist, ...namespaceResourceWhitelist].filter(
      (one) => !kinds.some(({ group, kind }) => one.group === group && ['*', kind].includes(one.kind)),
    );
    assert.equal(surplus, []);
  });

  test('allows the project for isolation every kind that is rendered for tenants', () => {
    const kinds = renderedKinds(({ tenant }) => isTenant(tenant));
    const file = 'access/project-isolation.yaml';
    assert.equal(kinds.filter(isMissingIn(file)), [], `add these to ${file}`);
  });

  test('grants the account all verbs for exactly the rendered kinds', () => {
    const { rules } = read<Role>('access/cluster-role.yaml');
    const kinds = renderedKinds();
    const missing = kinds.filter(({ group, kind }) => {
      const rule = rules.find(({ apiGroups }) => apiGroups.includes(group));
      return !rule?.resources.some((resource) => ['*', pluralOf(kind)].includes(resource));
    });
    assert.equal(missing, [], 'add these to access/cluster-role.yaml');
    for (const { apiGroups, resources, verbs } of rules) {
      assert.ok(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'].every((verb) => verbs.includes(verb)));
      for (const resource of resources.filter((one) => one !== '*'))
        assert.ok(
          kinds.some(({ group, kind }) => apiGroups.includes(group) && pluralOf(kind) === resource),
          resource,
        );
    }
  });

  test('is a component whose files all exist', () => {
    const { kind, patches } = read<{ kind: string; patches: readonly { path: string }[] }>('kustomization.yaml');
    assert.is(kind, 'Component');
    assert.ok(patches.length >= 3);
    for (const { path } of patches) assert.ok(existsSync(`${folder}/${path}`), path);
  });

  test('runs the sidecar without root, with a read-only file system and with its own volume for /tmp', () => {
    const { containers } = read<Sidecar>('sidecar.yaml').spec.template.spec;
    const sidecar = containers.find(({ name }) => name === 'leasehold');
    assert.is(sidecar?.image, `leasehold-cmp:${version}`);
    const { securityContext = {}, volumeMounts = [] } = sidecar ?? {};
    assert.equal(
      [securityContext['readOnlyRootFilesystem'], securityContext['runAsNonRoot'], securityContext['runAsUser']],
      [true, true, 999],
    );
    assert.equal(volumeMounts.find(({ mountPath }) => mountPath === '/tmp')?.name, 'leasehold-tmp');
  });

  test('ignores replica counts only if the sleep job owns them', () => {
    const { data } = read<{ readonly data: Readonly<Record<string, string>> }>('argocd-cm.yaml');
    assert.equal(managersOf('SLEEP', 'web/3/7//'), ['leasehold-asleep', 'leasehold-asleep']);
    assert.equal(managersOf('WAKE', 'web/0/7/3/'), ['leasehold-awake', 'leasehold-awake']);
    const [, written = ''] =
      /```yaml\n(apiVersion: v1\nkind: ConfigMap[^`]*)```/.exec(readFileSync('docs/hibernation.md', 'utf8')) ?? [];
    const { data: documented } = parse(written) as { readonly data: Readonly<Record<string, string>> };
    assert.is(Object.keys(documented).length, 2);
    for (const [key, value] of Object.entries(documented)) assert.equal(parse(value), parse(data[key] ?? ''));
    for (const kind of ['Deployment', 'StatefulSet'])
      assert.equal(parse(data[`resource.customizations.ignoreDifferences.apps_${kind}`] ?? ''), {
        managedFieldsManagers: ['leasehold-asleep'],
      });
  });

  test('sets RespectIgnoreDifferences in every example that renders tenants', () => {
    const rendering = readdirSync(`${folder}/examples`)
      .map((file) => readFileSync(`${folder}/examples/${file}`, 'utf8'))
      .filter((text) => text.includes('plugin:'));
    assert.is(rendering.length, 7);
    for (const text of rendering) assert.match(text, '- RespectIgnoreDifferences=true\n');
  });

  test('uses the current plugin version and no finalizers in the examples', () => {
    const examples = readdirSync(`${folder}/examples`);
    assert.ok(examples.length >= 4);
    for (const file of examples) {
      const text = readFileSync(`${folder}/examples/${file}`, 'utf8');
      for (const [, name] of text.matchAll(/name: (leasehold-[\d.]+)/g)) assert.is(name, `leasehold-${version}`, file);
      assert.not.match(text, 'resources-finalizer', file);
    }
  });
});

interface Sidecar {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly name: string;
          readonly image: string;
          readonly securityContext: Readonly<Record<string, unknown>>;
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        }[];
      };
    };
  };
}
