import { posix } from 'node:path';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { suite } from '../../harness.ts';
import { finds, findsOnly } from './finds.ts';
import { application, config, params, pluginYaml, repoServer, syncOptions } from './objects.ts';

suite('the doctor for Argo CD', (test) => {
  test('finds discovery, ignored fields, a missing version and a shell', () => {
    findsOnly(
      ['error ConfigManagementPlugin leasehold spec.discover'],
      pluginYaml({ discover: { fileName: '*.yaml' } }),
    );
    findsOnly(['warning', 'spec.lockRepo: Argo CD ignores'], pluginYaml({ lockRepo: true }));
    findsOnly(['warning', 'spec.version'], pluginYaml({ version: undefined }));
    findsOnly(
      ['warning', 'a shell evaluates'],
      pluginYaml({ generate: { command: ['sh', '-c'], args: ['node x $ARGOCD_ENV_A'] } }),
    );
    const text = stringify(pluginYaml({ discover: {} }));
    findsOnly(['error ConfigMap argocd/cmp, ConfigManagementPlugin leasehold'], config('cmp', { 'plugin.yaml': text }));
  });

  test('finds settings that slow down the copy of a repository or its renders', () => {
    findsOnly(['tar.exclusions', 'the whole history'], application(), config('argocd-cmd-params-cm', {}));
    findsOnly(['ARGOCD_CMP_CHUNK_SIZE', '1024 bytes'], repoServer({}, { env: [] }));
    const above = { annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.;../shared' } };
    findsOnly(['warning', 'metadata.annotations'], application({ metadata: above }));
    const shared = (string: string) => {
      const tenant = { name: 'tenant', string: posix.basename(string) };
      return { metadata: above, plugin: { parameters: [{ name: 'directory', string }, tenant] } };
    };
    findsOnly(['error', 'changes to ../platform, which the render reads'], application(shared('../platform')));
    assert.equal(finds(application(shared('../shared'))), []);
    assert.equal(finds(application(shared('../shared/'))), []);
  });

  test('finds commits that would not trigger a render', () => {
    const of = (paths: string, path: string, ...names: readonly string[]) =>
      application({
        metadata: { annotations: { 'argocd.argoproj.io/manifest-generate-paths': paths } },
        source: { path },
        plugin: { parameters: names.map((name) => ({ name, string: name === 'directory' ? '../acme' : 'acme' })) },
      });
    findsOnly(['error', 'changes to tenants, which the render reads'], of('tenants/acme.yaml', '.', 'tenant'));
    const two = ['tenant', 'directory'] as const;
    findsOnly(['error', 'changes to ../acme, which'], of('.', 'tenants/platform', ...two));
    findsOnly(['error', 'changes to tenants/platform, which'], of('../acme', 'tenants/platform', ...two));
    for (const paths of ['.', './', '/', '/tenants', 'tenants', 'tenants/', '/tenants/*.yaml'])
      assert.equal(finds(of(paths, '.', 'tenant')), [], paths);
    for (const paths of ['.;../acme', '/tenants/acme;/tenants/platform'])
      assert.equal(finds(of(paths, 'tenants/platform', ...two)), []);
  });

  test('finds timeouts that differ, that are short, that are malformed and that have no effect', () => {
    const timeout = 'controller.repo.server.timeout.seconds';
    const set = (more: Readonly<Record<string, string>>) => config('argocd-cmd-params-cm', { ...params, ...more });
    findsOnly(['controller waits 120 s', 'server waits 60 s'], application(), set({ [timeout]: '120' }));
    const short = { [timeout]: '30', 'server.repo.server.timeout.seconds': '30' };
    assert.is(finds(application(), set(short)).length, 2);
    findsOnly(['90s is not a whole number, so Argo CD uses 60 s'], application(), set({ [timeout]: '90s' }));
    findsOnly(
      ['ARGOCD_EXEC_TIMEOUT has no effect'],
      repoServer({ env: [{ name: 'ARGOCD_EXEC_TIMEOUT', value: '5m' }] }),
    );
  });

  test('finds a sidecar that cannot work or is not safe', () => {
    findsOnly(
      ['error Deployment', 'nothing is mounted at /var/run/argocd'],
      repoServer({ volumeMounts: [{ name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' }] }),
    );
    const shared = [
      { name: 'var-files', mountPath: '/var/run/argocd' },
      { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' },
      { name: 'tmp', mountPath: '/tmp' },
    ];
    findsOnly(['shares /tmp with the repo-server'], repoServer({ volumeMounts: shared }));
    const readOnly = {
      securityContext: { runAsUser: 999, readOnlyRootFilesystem: true },
      volumeMounts: shared.slice(0, 2),
    };
    findsOnly(['root file system of the sidecar is read-only'], repoServer(readOnly));
    findsOnly(['might run as root'], repoServer({ securityContext: {} }));
    assert.equal(finds(repoServer({ securityContext: {} }, {}, { securityContext: { runAsNonRoot: true } })), []);
    const elsewhere = { name: 'ARGOCD_CMP_CHUNK_SIZE', valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } };
    assert.equal(finds(repoServer({}, { env: [elsewhere] })), []);
  });

  test('finds settings that delete tenants by mistake', () => {
    findsOnly(
      ['error', 'automated.allowEmpty'],
      application({ policy: { automated: { prune: true, selfHeal: true, allowEmpty: true } } }),
    );
    findsOnly(
      ['warning', 'before you confirm'],
      application({ policy: { syncOptions: syncOptions.filter((one) => !one.startsWith('PruneLast')) } }),
    );
    findsOnly(['overwrite each other'], application({ policy: { syncOptions: syncOptions.slice(0, 2) } }));
    findsOnly(['error', 'Replace=true'], application({ policy: { syncOptions: [...syncOptions, 'Replace=true'] } }));
    const finalizers = ['resources-finalizer.argocd.argoproj.io'];
    findsOnly(['metadata.finalizers', 'deletes all its tenants'], application({ metadata: { finalizers } }));
    assert.equal(
      finds(application({ metadata: { finalizers }, plugin: { parameters: [{ name: 'tenant', string: 'a' }] } })),
      [],
    );
  });

  test('finds names, parameters and sizes that the plugin does not support', () => {
    findsOnly(['error', 'only by its name and version'], application({ plugin: { name: 'leasehold' } }));
    findsOnly(['error'], application({ plugin: { name: 'leasehold-0.0.9' } }), pluginYaml({}));
    const unversioned = pluginYaml({ version: undefined });
    findsOnly(['warning', 'spec.version'], application({ plugin: { name: 'leasehold' } }), unversioned);
    assert.match(
      String(finds(application({ plugin: { name: 'leasehold-0.1.0' } }), unversioned)),
      'a plugin without a version only by its name',
    );
    const both = [pluginYaml({}), pluginYaml({ version: '0.2.0' })];
    for (const name of ['leasehold-0.1.0', 'leasehold-0.2.0'])
      assert.equal(finds(application({ plugin: { name } }), ...both), []);
    findsOnly(['error'], application({ plugin: { name: 'leasehold-0.3.0' } }), ...both);
    findsOnly(['no parameter tennant'], application({ plugin: { parameters: [{ name: 'tennant', string: 'a' }] } }));
    const env = [
      { name: 'MAX_REMOVED', value: '5' },
      { name: 'PREVIOUS', value: 'inventory.json' },
    ];
    assert.equal(finds(application({ plugin: { env } })), []);
    const large = [{ name: 'TENANT', value: 'x'.repeat(140_000) }];
    findsOnly(
      ['error', 'env[0]: Argo CD passes 1400', 'cannot start the plugin'],
      application({ plugin: { env: large } }),
    );
  });

  test('finds a project and an Application that wait for each other, a project that lacks kinds, and tracking by label', () => {
    const finalizers = ['resources-finalizer.argocd.argoproj.io'];
    const annotations = { 'argocd.argoproj.io/tracking-id': 'root:argoproj.io/AppProject:argocd/own' };
    const lists = { clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }] };
    const project = (metadata: object, spec: object = lists) => ({
      kind: 'AppProject',
      metadata: { name: 'own', ...metadata },
      spec,
    });
    const inside = application({
      project: 'own',
      metadata: { annotations, finalizers },
      plugin: { parameters: [{ name: 'tenant', string: 'a' }] },
    });
    findsOnly(
      ['error AppProject own', 'waits for the deletion of Application argocd/tenants'],
      project({ annotations, finalizers }),
      inside,
    );
    assert.equal(finds(project({ finalizers }), inside), []);
    assert.equal(finds(project({ finalizers }), { ...inside, metadata: { name: 'tenants', finalizers } }), []);
    const own = application({ project: 'own' });
    findsOnly(['does not allow the kind Namespace'], project({}, {}), own);
    findsOnly(['an empty list allows nothing'], project({}, { ...lists, namespaceResourceWhitelist: [] }), own);
    findsOnly(
      ['owns copies of an object'],
      application(),
      config('argocd-cm', { 'application.resourceTrackingMethod': 'label' }),
    );
  });

  test('detects hibernation from the sync windows of a rendered project, and finds settings that would end it', () => {
    const labels = { 'app.kubernetes.io/managed-by': 'leasehold' };
    const windows = [{ kind: 'deny', schedule: '0 19 * * *', duration: '12h', namespaces: ['pay-dev'] }];
    const project = (own: object, syncWindows: readonly object[]) => ({
      kind: 'AppProject',
      metadata: { name: 'pay', labels: own },
      spec: { syncWindows },
    });
    const awake = application({ policy: { syncOptions: [...syncOptions, 'RespectIgnoreDifferences=true'] } });
    const ignored = { managedFieldsManagers: ['leasehold-asleep'] };
    const keys = ['apps_Deployment', 'apps_StatefulSet'].map(
      (kind) => `resource.customizations.ignoreDifferences.${kind}`,
    );
    const settings = (names: readonly string[]) =>
      config('argocd-cm', Object.fromEntries(names.map((name) => [name, stringify(ignored)])));
    const asleep = project(labels, windows);
    assert.equal(finds(asleep, awake, settings(keys)), []);
    assert.equal(finds(asleep, awake, settings(['resource.customizations.ignoreDifferences.all'])), []);
    findsOnly(['warning ConfigMap', 'apps_StatefulSet', 'self-heal wakes'], asleep, awake, settings(keys.slice(0, 1)));
    findsOnly(
      ['warning Application', 'syncOptions', 'changes a hibernating workload'],
      asleep,
      application(),
      settings(keys),
    );
    for (const none of [project({}, windows), project(labels, []), project(labels, [{ ...windows[0], kind: 'allow' }])])
      assert.equal(finds(none, application(), settings([])), []);
  });
});
