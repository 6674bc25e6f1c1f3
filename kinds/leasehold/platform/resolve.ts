import { clusterRules, ruleIds } from '../../../admission/rules/index.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { defaultsVersion } from '../../../core/settings/defaults.ts';
import { requiredByIstio } from '../../../core/settings/kleff.ts';
import { type TetrapusSettings, variables } from '../../../core/settings/tetrapus.ts';
import { isDay } from '../../../data/day.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';
import { milli } from '../../../kubernetes/quantity.ts';
import { timeZoneError } from '../../../kubernetes/time-zones.ts';

type Spec = Resource<'platform'>['body']['spec'];

/** Checks what the schema cannot express. The kinds read the settings through Settings. */
export function resolve(resource: Resource<'platform'>, world: World, report: Report): Record<string, never> {
  const { spec } = resource.body;
  checkTiers(spec, report);
  checkEnvironment(spec, world.settings.tetrapus, report);
  checkInjection(spec, report);
  checkForge(spec, report);
  checkTimeZone(spec, report);
  checkEnforcement(spec, report);
  if (spec.argocd && !world.settings.delegates && !namesExemptAccounts(spec)) warnAboutDeployment(spec, report);
  if (world.all('kleff-tenant').length > 0) warnAboutUnknownMesh(world, report);
  return {};
}

function checkTiers(spec: Spec, report: Report): void {
  for (const [name, tier] of Object.entries(spec.tetrapus?.tiers ?? {})) {
    const path = ['spec', 'tetrapus', 'tiers', name];
    checkRange([...path, 'cpu'], { request: tier.cpuRequest, limit: tier.cpuLimit }, report);
    checkRange([...path, 'memory'], { request: tier.memoryRequest, limit: tier.memoryLimit }, report);
  }
}

interface Range {
  readonly request: string | number;
  readonly limit: string | number;
}

function checkRange(path: readonly string[], { request, limit }: Range, report: Report): void {
  if (milli(request) <= milli(limit)) return;
  const [below, above] = [`${path.at(-1)}Request`, `${path.at(-1)}Limit`];
  const message = `${below} is ${request}, but ${above} is only ${limit}`;
  const fix = `raise ${above}, or lower ${below}`;
  report('conflicting-fields', [...path.slice(0, -1), below], message, { fix });
}

/** Requires apiUrl except for GitHub, where most repositories share one API URL. */
function checkForge({ console }: Spec, report: Report): void {
  const { apiUrl, kind } = console?.forge ?? {};
  if (kind === undefined || kind === 'github' || apiUrl !== undefined) return;
  const example = kind === 'gitea' ? 'https://git.example.com/api/v1' : 'https://git.example.com/api/v4';
  const fix = `write the URL of its API, such as ${example}`;
  report('missing-field', ['spec', 'console', 'forge', 'apiUrl'], `a forge of kind ${kind} requires apiUrl`, { fix });
}

function checkTimeZone({ hibernation }: Spec, report: Report): void {
  const wrong = hibernation?.timeZone === undefined ? undefined : timeZoneError(hibernation.timeZone);
  if (wrong) report('bad-format', ['spec', 'hibernation', 'timeZone'], wrong.message, { fix: wrong.fix });
}

/** Rejects variables with the same name, because Kubernetes silently uses the last one. */
function checkEnvironment({ tetrapus }: Spec, { env }: TetrapusSettings, report: Report): void {
  for (const name of variables) {
    const other = variables.find((one) => one !== name && env(one) === env(name));
    if (other === undefined || tetrapus?.env?.[name] === undefined) continue;
    const message = `${name} and ${other} both use the environment variable ${env(name)}`;
    report('conflicting-fields', ['spec', 'tetrapus', 'env', name], message, { fix: 'give each its own name' });
  }
}

/** Admission rules exempt accounts of Argo CD in the namespace that the Platform sets, even if all authors are trusted. */
function namesExemptAccounts({ argocd, enforcement }: Spec): boolean {
  const { backend = 'policies' } = enforcement ?? { backend: 'none' };
  return argocd?.namespace !== undefined && (backend === 'policies' || backend === 'gatekeeper');
}

function warnAboutDeployment({ directoryPerTenant, trustTenantDirectories }: Spec, report: Report): void {
  const message = 'spec.argocd has no effect: all authors are trusted, so leasehold renders no AppProjects or accounts';
  const changes = [
    ...(directoryPerTenant ? [] : ['set spec.directoryPerTenant']),
    ...(trustTenantDirectories ? ['remove spec.trustTenantDirectories'] : []),
  ];
  const fix = `remove spec.argocd, or ${changes.join(' and ')}`;
  report('ignored-field', ['spec', 'argocd'], message, { fix });
}

/** ValidatingAdmissionPolicy has been stable since Kubernetes 1.30 [sources: kubernetes-7]. */
function checkEnforcement({ cluster, enforcement }: Spec, report: Report): void {
  const version = cluster?.kubernetes ?? '1.30';
  checkRules(enforcement, report);
  warnAboutQuotas(enforcement, report);
  warnAboutDefaults(enforcement, cluster?.kubernetes, report);
  if (!enforcement || (enforcement.backend ?? 'policies') !== 'policies' || Number(version.slice(2)) >= 30) return;
  const backend = `enforcement.backend: policies${enforcement.backend === undefined ? ', the default,' : ''}`;
  const message = `the API server of Kubernetes ${version} has no ValidatingAdmissionPolicy, which ${backend} requires`;
  const fix =
    'upgrade the cluster and set cluster.kubernetes to 1.30 or later, or set enforcement.backend to gatekeeper or none';
  report('conflicting-fields', ['spec', 'enforcement'], message, { fix });
}

/** ResourceQuotas can enforce only lists of priority classes and Service types, and have no modes. */
function warnAboutQuotas(enforcement: NonNullable<Spec['enforcement']> = {}, report: Report): void {
  if (enforcement.backend !== 'quotas') return;
  const fields = Object.keys(enforcement).filter((field) => !['backend', 'limits'].includes(field));
  const lists = (enforcement.limits ?? []).flatMap((entry, index) =>
    Object.keys(entry)
      .filter((name) => !['priorityClasses', 'serviceTypes', 'tenants'].includes(name))
      .map((name) => ['limits', index, name] as const),
  );
  for (const path of [...fields.map((field) => [field] as const), ...lists]) {
    const fix = 'set enforcement.backend to policies or gatekeeper';
    const message = `${path.at(-1)} has no effect while enforcement.backend is quotas`;
    report('ignored-field', ['spec', 'enforcement', ...path], message, { fix });
  }
}

function warnAboutDefaults(
  { backend, defaults = [] }: NonNullable<Spec['enforcement']> = {},
  version: string | undefined,
  report: Report,
): void {
  if (defaults.length === 0 || backend === 'quotas') return;
  const isOld = Number(version?.slice(2) ?? 0) < Number(defaultsVersion.slice(2));
  if (backend !== 'none' && !isOld) return;
  const [why, fix] = backend === 'none' ? withoutRules : oldVersion(version);
  const message = `enforcement.defaults has no effect ${why}`;
  report('ignored-field', ['spec', 'enforcement', 'defaults'], message, { fix: `${fix}, or delete the defaults` });
}

const withoutRules = [
  'while enforcement.backend is none',
  'set enforcement.backend to policies or gatekeeper',
] as const;

function oldVersion(version: string | undefined): readonly [why: string, fix: string] {
  const need = `defaults require Kubernetes ${defaultsVersion} or later`;
  return version === undefined
    ? [`without cluster.kubernetes; ${need}`, 'set cluster.kubernetes to the version of the cluster']
    : [
        `on Kubernetes ${version}; ${need}`,
        `upgrade the cluster and set cluster.kubernetes to ${defaultsVersion} or later`,
      ];
}

function checkRules({ modes = [] }: NonNullable<Spec['enforcement']> = {}, report: Report): void {
  for (const [index, { rules = [], tenants, until = '2026-01-01' }] of modes.entries()) {
    const path = ['spec', 'enforcement', 'modes', index];
    if (!isDay(until)) reportDay(until, [...path, 'until'], report);
    for (const [at, rule] of rules.entries()) {
      if (tenants && clusterRules.has(rule)) warnAboutClusterRule(rule, [...path, 'rules', at], report);
      if (ruleIds.includes(rule)) continue;
      const hint = { fix: didYouMean(rule, ruleIds), choices: ruleIds };
      const message = `rule ${rule} does not exist; the rules are ${ruleIds.join(', ')}`;
      report('not-a-choice', [...path, 'rules', at], message, hint);
    }
  }
}

/** The bindings of such a rule do not select namespaces, so they cannot select those of a tenant. */
function warnAboutClusterRule(rule: string, path: Path, report: Report): void {
  const message = `rule ${rule} has the same mode for all tenants, so an entry with tenants does not change it`;
  report('ignored-field', path, message, { fix: 'remove the rule from this entry, or add an entry without tenants' });
}

function reportDay(day: string, path: Path, report: Report): void {
  const fix = 'write a date, such as 2026-12-01';
  report('bad-format', path, `until is ${day}, which is not a date`, { fix });
}

/** Without its CNI plugin, Istio injects a container with NET_ADMIN, which only the level `privileged` allows. */
function checkInjection({ cluster, kleff }: Spec, report: Report): void {
  if (cluster?.mesh !== 'istio' || cluster.podSecurity === 'privileged' || kleff?.namespace === 'plain') return;
  const cni = kleff?.sidecar?.cni;
  if (cni === true) return;
  const level = cluster.podSecurity ?? 'restricted';
  const message = `without its CNI plugin, Istio injects a container with NET_ADMIN, so namespaces that enforce ${level} reject every injected pod`;
  const choice = cni === false ? 'install the plugin and set' : 'if the plugin is installed, set';
  const fix = `${choice} kleff.sidecar.cni: true; otherwise set cluster.podSecurity: privileged`;
  report('conflicting-fields', ['spec', 'kleff', 'sidecar', 'cni'], message, { fix });
}

/** Warns that quotas include sidecars that might not exist, and that Pod Security can reject injected pods. */
function warnAboutUnknownMesh({ settings: { kleff, mesh, podSecurity } }: World, report: Report): void {
  if (mesh !== undefined || kleff.namespace === 'plain') return;
  const podWarning =
    podSecurity === 'privileged'
      ? ''
      : `; without Istio's CNI plugin, Pod Security level ${podSecurity} rejects these pods`;
  const message = `cluster.mesh is not set, so namespaces of Kleff Tenants enable Istio injection, and their quotas include a sidecar for each pod${podWarning}`;
  const fix =
    podSecurity === 'privileged' || kleff.sidecar.cni
      ? 'set cluster.mesh to istio or none'
      : `set cluster.mesh: none, or cluster.mesh: istio ${requiredByIstio}`;
  report('risky-value', ['spec'], message, { fix });
}
