import { isMapping, isSame, listAt, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';
import { podSpecs } from './data-loss.ts';
import { newItems } from './tree.ts';

/** Rules on pods and namespaces that hold less than before. */
export function policy(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now } = pair;
  if (id.group === 'constraints.gatekeeper.sh') return constraint(pair);
  if (admissionKinds.has(id.kind)) return admissionRule(pair);
  if (!old || !now) return [];
  return id.kind === 'Namespace' ? namespace(old, now) : pods(old, now);
}

/** Kinds for which every removal or change counts as loosened, without a closer look. */
const admissionKinds: ReadonlySet<string> = new Set([
  'ConstraintTemplate',
  'PeerAuthentication',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

function admissionRule({ id, old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old) return [];
  if (!now) return [loosened(`nothing takes the place of this ${id.kind}`)];
  const mode = valueAt(now, 'spec', 'mtls', 'mode');
  if (id.kind === 'PeerAuthentication' && mode === 'STRICT') return [];
  return isSame(old['spec'], now['spec']) ? [] : [loosened('the rule is another one')];
}

const strictness: Readonly<Record<string, number>> = { dryrun: 0, warn: 1, deny: 2 };

/** A constraint may lose allowed values and gain namespaces; all else may let more through. */
function constraint({ old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old) return [];
  if (!now) return [loosened('nothing takes the place of this constraint')];
  const action = (tree: Tree) => String(valueAt(tree, 'spec', 'enforcementAction') ?? 'deny');
  const findings: RiskFinding[] = [];
  if ((strictness[action(now)] ?? 0) < (strictness[action(old)] ?? 0))
    findings.push(loosened(`enforcementAction is ${action(now)}, was ${action(old)}`));
  if (!onlyGrows(mappingAt(old, 'spec', 'match'), mappingAt(now, 'spec', 'match')))
    findings.push(loosened('the constraint matches less'));
  if (!onlyGrows(mappingAt(now, 'spec', 'parameters'), mappingAt(old, 'spec', 'parameters')))
    findings.push(loosened('its parameters allow more'));
  return findings;
}

/** Every list has at least the items it had, and nothing else differs. */
function onlyGrows(old: Tree, now: Tree): boolean {
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const [before, after] = [old[key], now[key]];
    if (Array.isArray(before) && Array.isArray(after)) {
      const [small, large] = key.startsWith('excluded') ? [after, before] : [before, after];
      return newItems(large, small).length === 0;
    }
    return isSame(before, after);
  });
}

const levels: Readonly<Record<string, number>> = { privileged: 0, baseline: 1, restricted: 2 };

function namespace(old: Tree, now: Tree): readonly RiskFinding[] {
  const label = (tree: Tree, name: string) => valueAt(tree, 'metadata', 'labels', name);
  const findings: RiskFinding[] = [];
  const enforce = 'pod-security.kubernetes.io/enforce';
  const [before, after] = [String(label(old, enforce) ?? 'privileged'), String(label(now, enforce) ?? 'privileged')];
  if ((levels[after] ?? 0) < (levels[before] ?? 0)) findings.push(loosened(`pod security is ${after}, was ${before}`));
  const injected = (tree: Tree) =>
    label(tree, 'istio-injection') === 'enabled' || label(tree, 'istio.io/rev') !== undefined;
  if (injected(old) && !injected(now)) findings.push(loosened('pods are no longer part of the mesh'));
  return findings;
}

/** New privileges of pods on their nodes. */
function pods(old: Tree, now: Tree): readonly RiskFinding[] {
  const before = podSpecs(old).flatMap(privilegesOf);
  const after = podSpecs(now).flatMap(privilegesOf);
  return newItems(before, after).map((privilege) => loosened(`its pods may now: ${privilege}`));
}

function privilegesOf(spec: Tree): readonly string[] {
  const host = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  const paths = listAt(spec, 'volumes').flatMap((volume) => valueAt(volume, 'hostPath', 'path') ?? []);
  const containers = [...listAt(spec, 'initContainers'), ...listAt(spec, 'containers')].filter(isMapping);
  return [
    ...host,
    ...paths.map((path) => `hostPath ${path}`),
    ...containers.flatMap((container) => containerPrivileges(container, spec)),
  ];
}

function containerPrivileges(container: Tree, pod: Tree): readonly string[] {
  const own = mappingAt(container, 'securityContext');
  const nonRoot = own['runAsNonRoot'] ?? valueAt(pod, 'securityContext', 'runAsNonRoot');
  const name = String(container['name']);
  return [
    ...(own['privileged'] === true ? [`privileged in ${name}`] : []),
    ...(own['allowPrivilegeEscalation'] === false ? [] : [`gain privileges in ${name}`]),
    ...(nonRoot === true ? [] : [`run as root in ${name}`]),
    ...listAt(own, 'capabilities', 'add').map((capability) => `${capability} in ${name}`),
  ];
}
