/**
 * A program built from a wrapper module: the folder next to this file that has the tool's name. Its go.mod pins the
 * version.
 */
export interface Tool {
  readonly name: string;
  readonly module: string;
  /** Main packages. Each binary has the name of its package, unless `as` sets the name of the only one. */
  readonly packages: readonly string[];
  readonly as?: string;
  /** String variables to set at link time, because a program that is built from a module does not know its version. */
  readonly variables?: (version: string) => Readonly<Record<string, string>>;
  /** Build tags of a program with parts in C. */
  readonly tags?: readonly string[];
}

/** Every program built from a Go module that the end-to-end tests and the benchmark run. The slowest build comes first. */
export const catalogue: readonly Tool[] = [
  {
    name: 'kubernetes',
    module: 'k8s.io/kubernetes',
    packages: [
      'k8s.io/kubernetes/cmd/kube-apiserver',
      'k8s.io/kubernetes/cmd/kube-controller-manager',
      'k8s.io/kubernetes/cmd/kube-scheduler',
      'k8s.io/kubernetes/cmd/kubectl',
    ],
    variables: kubernetesVersion,
  },
  {
    // The oldest version whose API server enforces admission policies.
    name: 'kubernetes-1.30',
    module: 'k8s.io/kubernetes',
    packages: ['k8s.io/kubernetes/cmd/kube-apiserver'],
    as: 'kube-apiserver-1.30',
    variables: kubernetesVersion,
  },
  {
    name: 'etcd',
    module: 'go.etcd.io/etcd/server/v3',
    packages: ['go.etcd.io/etcd/server/v3'],
    as: 'etcd',
  },
  { name: 'kwok', module: 'sigs.k8s.io/kwok', packages: ['sigs.k8s.io/kwok/cmd/kwok'] },
  {
    name: 'helm',
    module: 'helm.sh/helm/v3',
    packages: ['helm.sh/helm/v3/cmd/helm'],
    variables: (version) => ({ 'helm.sh/helm/v3/internal/version.version': version }),
  },
  {
    name: 'kustomize',
    module: 'sigs.k8s.io/kustomize/kustomize/v5',
    packages: ['sigs.k8s.io/kustomize/kustomize/v5'],
    variables: (version) => ({ 'sigs.k8s.io/kustomize/api/provenance.version': version }),
  },
  {
    name: 'gatekeeper',
    module: 'github.com/open-policy-agent/gatekeeper/v3',
    packages: ['github.com/open-policy-agent/gatekeeper/v3', 'github.com/open-policy-agent/gatekeeper/v3/cmd/gator'],
  },
  {
    name: 'cyclonus',
    module: 'github.com/mattfenwick/cyclonus',
    packages: ['github.com/mattfenwick/cyclonus/cmd/cyclonus'],
  },
  { name: 'gotemplate', module: 'github.com/Masterminds/sprig/v3', packages: ['.'], as: 'gotemplate' },
  { name: 'act', module: 'github.com/nektos/act', packages: ['github.com/nektos/act'] },
  {
    name: 'actionlint',
    module: 'github.com/rhysd/actionlint',
    packages: ['github.com/rhysd/actionlint/cmd/actionlint'],
  },
  {
    name: 'kube-state-metrics',
    module: 'k8s.io/kube-state-metrics/v2',
    packages: ['k8s.io/kube-state-metrics/v2'],
  },
  {
    name: 'opencost',
    module: 'github.com/opencost/opencost',
    packages: ['github.com/opencost/opencost/cmd/costmodel'],
    as: 'opencost',
  },
  {
    // A forge, with its database in a file. The newest version whose module can be required.
    name: 'gitea',
    module: 'code.gitea.io/gitea',
    packages: ['code.gitea.io/gitea'],
    tags: ['sqlite', 'sqlite_unlock_notify'],
  },
  {
    // One program with many roles, which the environment selects.
    name: 'argocd',
    module: 'github.com/argoproj/argo-cd/v3',
    packages: ['github.com/argoproj/argo-cd/v3/cmd'],
    as: 'argocd',
    variables: (version) => ({ 'github.com/argoproj/argo-cd/v3/common.version': version.replace('v', '') }),
  },
];

function kubernetesVersion(version: string): Readonly<Record<string, string>> {
  const [major = '', minor = ''] = version.replace('v', '').split('.');
  const stamped = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  return Object.fromEntries(
    packages.flatMap((path) => Object.entries(stamped).map(([name, value]) => [`${path}.${name}`, value])),
  );
}
