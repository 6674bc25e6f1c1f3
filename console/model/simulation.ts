import { readInventory } from '../../analysis/simulate/inventory.ts';
import { type Enforcement, enforcementOf } from '../../analysis/simulate/simulate.ts';
import { type Verdict, verdictsOf } from '../../analysis/simulate/verdicts.ts';
import { contracts } from '../../build/contracts.ts';
import { mappingAt, type Tree, textAt } from '../../data/tree.ts';
import { load, type Manifest } from '../../leasehold.ts';
import { editYaml } from '../../yaml/edit-yaml.ts';
import { applyEdits } from './edits.ts';
import type { World } from './world.ts';

/** The verdicts on the objects in a YAML text. */
export interface Simulation {
  /** Why there are no verdicts; otherwise empty. */
  readonly message: string;
  /**
   * True if no admission policy is rendered. The verdicts then use the default rules, if a file contains the Platform.
   */
  readonly isHypothetical: boolean;
  readonly objects: readonly SimulatedObject[];
}

export interface SimulatedObject {
  /** `Deployment web` */
  readonly title: string;
  readonly namespace: string;
  /** The tenant that owns the namespace; empty if there is none. */
  readonly tenant: string;
  readonly verdicts: readonly Verdict[];
}

/** The maximum number of objects, because each has a verdict of every rule. */
const maxObjects = 500;

/** The verdict of each rule on the creation of objects. `namespace` is the default for objects without a namespace. */
export function simulationOf(text: string, namespace: string, world: World): Simulation {
  const none = { isHypothetical: false, objects: [] };
  const read = readInventory('the text', text);
  if (!read.ok) return { ...none, message: read.message };
  const { rendered, isHypothetical } = enforced(world);
  if (!world.all().ok) return { ...none, message: 'the repository does not render, so there are no rules' };
  if (rendered.length === 0) return { ...none, message: 'the repository defines no tenant, so there are no rules' };
  if (read.objects.length > maxObjects)
    return { ...none, message: `the text has more than ${maxObjects} objects; paste fewer, or use leasehold simulate` };
  const spaces = rendered.filter(({ id }) => id.group === '' && id.kind === 'Namespace');
  const place = {
    enforcement: enforcementOf(rendered),
    tenants: new Map(spaces.map(({ id, tenant }) => [id.name, tenant])),
  };
  const objects = read.objects.map((object) => simulated(inNamespace(object, namespace), place));
  return { message: '', isHypothetical, objects };
}

function inNamespace(object: Tree, namespace: string): Tree {
  const metadata = mappingAt(object, 'metadata');
  return { ...object, metadata: { ...metadata, namespace: textAt(metadata, 'namespace') || namespace } };
}

interface Place {
  readonly enforcement: Enforcement;
  /** The tenants of the rendered namespaces. */
  readonly tenants: ReadonlyMap<string, string>;
}

function simulated(object: Tree, { enforcement, tenants }: Place): SimulatedObject {
  const namespace = textAt(object, 'metadata', 'namespace');
  const title = [textAt(object, 'kind'), textAt(object, 'metadata', 'name')].join(' ');
  return { title, namespace, tenant: tenants.get(namespace) ?? '', verdicts: verdictsOf(enforcement, object) };
}

interface Enforced {
  readonly rendered: readonly Manifest[];
  readonly isHypothetical: boolean;
}

const cache = new WeakMap<World, Enforced>();

/**
 * The render with its rules. If no admission policy is rendered, the render with default enforcement or, without a
 * Platform, the render without rules.
 */
function enforced(world: World): Enforced {
  const known = cache.get(world) ?? enforcedIn(world);
  cache.set(world, known);
  return known;
}

function enforcedIn(world: World): Enforced {
  const { objects } = world.all();
  if (objects.some(({ id }) => id.kind === 'ValidatingAdmissionPolicyBinding' || id.kind === 'LeaseholdRule'))
    return { rendered: objects, isHypothetical: false };
  const platform = [...load(world.files).resources.values()].find(({ kind }) => contracts[kind].kind === 'Platform');
  const file = world.files.find(({ path }) => path === platform?.origin.file);
  const edit = { document: platform?.origin.document ?? 0, path: ['spec', 'enforcement'], value: {} };
  const text = file && 'text' in file ? editYaml(file.text, edit) : undefined;
  if (!file || text === undefined) return { rendered: objects, isHypothetical: true };
  return {
    rendered: world.next(applyEdits(world, [{ path: file.path, text }])).all().objects,
    isHypothetical: true,
  };
}
