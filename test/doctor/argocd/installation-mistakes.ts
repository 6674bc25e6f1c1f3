import { complete, installed, type Mistake, plugin, rendered, settings, withParameters } from './mistake.ts';
import { chunk, config, params, pluginYaml, repoClient, responses } from './objects.ts';

const ignoring = (own: object) =>
  complete(plugin({}, { ignoreDifferences: [{ group: 'networking.k8s.io', kind: 'NetworkPolicy', ...own }] }));

const workloads = () => withParameters({ tenant: 'acme', part: 'workloads' });
const impersonation = {
  'application.sync.impersonation.enabled': 'true',
  'application.sync.impersonation.enforced': 'false',
};

/** Mistakes in the installation. */
export const installationMistakes: readonly Mistake[] = [
  {
    mistake: 'The sidecar is missing',
    severity: 'error',
    finds: ['Deployment argocd-repo-server', 'needs the plugin leasehold'],
    objects: complete(plugin(), installed({ name: 'other', image: 'other:1.0.0' })),
  },
  {
    mistake: 'The image of the sidecar has another version',
    severity: 'error',
    finds: ['image', 'has version 0.0.9, but an Application names leasehold-0.1.0'],
    objects: complete(plugin(), installed({ image: 'registry.example.com:5000/leasehold-cmp:0.0.9' })),
  },
  {
    mistake: 'The sidecar runs as another user',
    severity: 'error',
    finds: ['runs as user 1000'],
    objects: complete(plugin(), installed({ securityContext: { runAsUser: 1000, runAsNonRoot: true } })),
  },
  {
    mistake: 'The sidecar lacks a volume',
    severity: 'error',
    finds: ['nothing is mounted at /var/run/argocd'],
    objects: complete(
      plugin(),
      installed({ volumeMounts: [{ name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' }] }),
    ),
  },
  {
    mistake: '`ARGOCD_GRPC_MAX_SIZE_MB` on one container only',
    severity: 'warning',
    finds: ['ARGOCD_GRPC_MAX_SIZE_MB', '100 MB in argocd-repo-server, but 200 MB in leasehold'],
    objects: complete(plugin(), installed({ env: [responses('200')] })),
  },
  {
    mistake: '`ARGOCD_GRPC_MAX_SIZE_MB` not on the application controller or the API server',
    severity: 'warning',
    finds: ['ARGOCD_GRPC_MAX_SIZE_MB', '100 MB in argocd-server, but 200 MB in argocd-repo-server and leasehold'],
    objects: complete(
      plugin(),
      installed({ env: [responses('200')] }, { env: [responses('200'), chunk] }),
      repoClient('server'),
    ),
  },
  {
    mistake: 'Argo CD copies the history of the repository to the plugin',
    severity: 'warning',
    finds: ['tar.exclusions', 'the whole history'],
    objects: complete(plugin(), config('argocd-cmd-params-cm', {})),
  },
  {
    mistake: 'Different timeouts of the controller and the server',
    severity: 'warning',
    finds: ['the controller waits 120 s'],
    objects: complete(
      plugin(),
      config('argocd-cmd-params-cm', { ...params, 'controller.repo.server.timeout.seconds': '120' }),
    ),
  },
  {
    mistake: 'Discovery in plugin.yaml',
    severity: 'error',
    finds: ['spec.discover', 'every Application that sets no type'],
    objects: complete(plugin(), pluginYaml({ discover: { fileName: '*' } })),
  },
  {
    mistake: '`resource.exclusions` or `resource.inclusions` that hide what isolates tenants',
    severity: 'error',
    finds: ['resource.exclusions', 'ignores every NetworkPolicy'],
    objects: complete(
      rendered(),
      settings({ 'resource.exclusions': '- apiGroups: [networking.k8s.io]\n  kinds: ["*"]\n  clusters: ["*"]\n' }),
    ),
  },
  {
    mistake: '`ignoreDifferences` that hide what isolates tenants',
    severity: 'error',
    finds: ['ignoreDifferences[0]', 'does not revert changes to NetworkPolicy objects'],
    objects: ignoring({ jsonPointers: ['/spec'] }),
  },
  {
    mistake: 'Such `ignoreDifferences` for every Application, in argocd-cm',
    severity: 'error',
    finds: ['ignoreDifferences.networking.k8s.io_NetworkPolicy', 'does not revert'],
    objects: complete(
      plugin(),
      settings({
        'resource.customizations.ignoreDifferences.networking.k8s.io_NetworkPolicy':
          'jqPathExpressions: [.spec.ingress]\n',
      }),
    ),
  },
  {
    mistake: 'Filters that hide what isolates some tenants, such as admission policies',
    severity: 'warning',
    finds: ['resource.exclusions', 'ignores MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Validating'],
    objects: complete(
      plugin(),
      settings({ 'resource.exclusions': '- {apiGroups: [admissionregistration.k8s.io], kinds: ["*"]}\n' }),
    ),
  },
  {
    mistake: '`ignoreDifferences` that hide what isolates some tenants',
    severity: 'warning',
    finds: ['ignoreDifferences.security.istio.io_AuthorizationPolicy', 'changes to AuthorizationPolicy objects'],
    objects: complete(
      plugin(),
      settings({
        'resource.customizations.ignoreDifferences.security.istio.io_AuthorizationPolicy': 'jsonPointers: [/spec]\n',
      }),
    ),
  },
  {
    mistake: '`resource.respectRBAC`, which hides kinds that the account of Argo CD cannot list',
    severity: 'warning',
    finds: ['data["resource.respectRBAC"]', 'does not prune objects of kinds that its account cannot list'],
    objects: complete(plugin(), settings({ 'resource.respectRBAC': 'strict' })),
  },
  {
    mistake: 'Impersonation is off, although tenants have accounts',
    severity: 'error',
    finds: ['ConfigMap argocd/argocd-cm', 'impersonation.enabled', 'with its own account'],
    objects: complete(workloads()),
  },
  {
    mistake: 'A project without an account applies the workloads of a tenant',
    severity: 'error',
    finds: ['spec.project', 'AppProject argocd/leasehold names no account'],
    objects: complete(workloads(), settings(impersonation)),
  },
  {
    mistake: 'Tracking by label',
    severity: 'warning',
    finds: ['resourceTrackingMethod', 'owns copies'],
    objects: complete(rendered(), settings({ 'application.resourceTrackingMethod': 'label' })),
  },
];
