import { readInventory } from '../../analysis/simulate/inventory.ts';
import { newRejections, type Rejection, simulate } from '../../analysis/simulate/simulate.ts';
import type { SimulationRequest } from '../../build/gateway-contract.ts';
import { applyEdits } from '../../console/model/edits.ts';
import { simulationOf } from '../../console/model/simulation.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { denialOf } from '../changes/effect.ts';
import type { Reading } from '../live/collection.ts';
import { isPartial, type ResourceName } from '../live/resources.ts';
import type { OwnerOf } from '../live/rows.ts';
import { fail } from '../response/problem.ts';
import { ownerFinder } from './owner-of.ts';
import { requestedEdits } from './propose.ts';
import { type Call, inTwoThreads, type Result, type Route, type WorldCall } from './route.ts';
import { visibleProblems } from './visible.ts';

/** What the rules of the platform would do. Nothing is written. */
export const simulationRoutes: readonly Route[] = [
  {
    ...{ method: 'POST', path: '/simulations', id: 'simulate', body: 'SimulationRequest', limit: 'previews' },
    summary: 'The verdicts of rules on an object, or the existing objects that a change to the rules would reject',
    access: { action: 'see-effect', target: 'anything' },
    ...inTwoThreads({ compute: simulated, handle: async (call, compute) => compute(await existingObjects(call)) }),
  },
];

/**
 * The existing objects of the person's tenants, or of all namespaces for administrators; undefined if the request
 * contains objects itself.
 */
async function existingObjects(call: Call): Promise<Reading | undefined> {
  const { object, inventory } = call.body as SimulationRequest;
  if (object !== undefined || inventory !== undefined) return undefined;
  const reading = await call.gateway.live.read(kindsToRead);
  return { ...reading, objects: ownObjects(reading, ownerFinder(call)) };
}

function ownObjects({ objects }: Reading, ownerOf: OwnerOf): readonly Tree[] {
  return objects.filter((object) => ownerOf(spaceOf(object)) !== undefined);
}

function simulated(call: WorldCall, existing: Reading | undefined): Result {
  const { object, namespace, ...proposal } = call.body as SimulationRequest;
  if (object === undefined) return simulateChange(call, existing);
  if (Object.keys(proposal).length > 0) return fail(400, 'specify either object, or the fields of a change');
  return verdictsFor(object, namespace ?? '', call);
}

const notSimulated = { title: 'The rules cannot be simulated' } as const;
const withoutNamespace = 'an object has no namespace; set its metadata.namespace, or namespace in the request';

/**
 * The verdicts of the rules. Objects must be in namespaces of the person's tenants: verdicts depend on the labels of
 * the namespace.
 */
function verdictsFor(text: string, namespace: string, call: WorldCall): Result {
  const ownerOf = ownerFinder(call);
  const read = readInventory('the text', text);
  if (!read.ok) return fail(422, read.message, notSimulated);
  for (const object of read.objects) {
    const name = textAt(object, 'metadata', 'namespace') || namespace;
    if (ownerOf(name) === undefined)
      fail(422, name === '' ? withoutNamespace : `${name} is not a namespace of your tenants`, notSimulated);
  }
  const { message, ...found } = simulationOf(text, namespace, call.view.world);
  return message === '' ? { body: { commit: call.view.sha, ...found } } : fail(422, message, notSimulated);
}

/** The kinds that the gateway reads from the cluster: a subset of the kinds that rules check. */
const kindsToRead: readonly ResourceName[] = [
  ...(['namespaces', 'pods', 'services', 'claims', 'ingresses', 'networkPolicies', 'roleBindings'] as const),
  ...(['deployments', 'statefulSets', 'daemonSets', 'replicaSets', 'jobs', 'cronJobs'] as const),
];

function simulateChange(call: WorldCall, existing: Reading | undefined): Result {
  const { view } = call;
  const { inventory = '', namespace, ...change } = call.body as SimulationRequest;
  if (namespace !== undefined) fail(400, 'namespace is allowed only together with object');
  const edits = requestedEdits(change, call);
  const reading = existing ?? readingOf(inventory);
  const denial = denialOf(view, edits, call.person);
  if (denial) fail(403, denial.reasons.join('; '), { more: { reasons: denial.reasons } });
  const after = view.world.next(applyEdits(view.world, edits)).all();
  if (!after.ok) {
    const problems = visibleProblems(after.problems, view, (tenant) => call.may('read-tenant', tenant));
    return fail(422, 'the files would have errors', { ...notSimulated, problems });
  }
  const ownerOf = ownerFinder(call);
  const all = ownObjects(reading, ownerOf);
  const own = all.filter((object) => !isPartial(object));
  const tooLarge = all.length - own.length;
  const rejections = newRejections(simulate(view.world.all().objects, own), simulate(after.objects, own));
  const { asOf = null } = reading;
  const available = reading.available && tooLarge === 0;
  const source = existing === undefined ? {} : { asOf: asOf && new Date(asOf).toISOString() };
  const items = rejections.map((one) => rejectionView(one, ownerOf));
  return { body: { base: view.sha, available, ...source, objects: own.length, tooLarge, items } };
}

function readingOf(text: string): Reading {
  const read = readInventory('the inventory', text);
  if (!read.ok) return fail(422, read.message, notSimulated);
  return { available: true, asOf: undefined, reason: undefined, objects: read.objects };
}

function spaceOf(object: Tree): string {
  return textAt(object, 'metadata', textAt(object, 'kind') === 'Namespace' ? 'name' : 'namespace');
}

function rejectionView({ rule, mode, message, id }: Rejection, ownerOf: OwnerOf): object {
  return { rule, mode, message, object: formatId(id), namespace: id.namespace, tenant: ownerOf(id.namespace) };
}
