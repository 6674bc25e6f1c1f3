import { contracts } from '../../build/contracts.ts';
import { didYouMean } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { atKey, atValue, type Fault } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { Known, Named, Target } from './known.ts';

/** Rules that hold for a document of any kind: it has a namespace it may have, and what it names is there. */
export function genericFaults(all: readonly Known[], named: Named, settings: Settings): readonly Fault[] {
  const faults: Fault[] = [];
  for (const known of all) {
    faults.push(...namespaceFaults(known, settings));
    if (known.targets.length > 0) faults.push(...referenceFaults(known, named, all));
  }
  return faults;
}

function namespaceFaults(known: Known, settings: Settings): readonly Fault[] {
  const { origin } = known.document;
  if (contracts[known.kind.id].scope === 'Cluster') return [];
  if (known.namespace === '') {
    const message = `${known.name || contracts[known.kind.id].kind} needs a namespace`;
    const fix = 'add metadata.namespace, or set spec.defaultNamespace in the Platform';
    return [{ code: 'missing-namespace', origin, place: atKey(['metadata', 'namespace']), message, fix }];
  }
  if (known.kind.tenancy !== 'own' || !settings.isReserved(known.namespace)) return [];
  const message = `namespace ${known.namespace} is reserved for the platform; nothing is rendered into it`;
  const fix = 'move the resource to a namespace of its own';
  return [{ code: 'reserved-namespace', origin, place: atValue(['metadata', 'namespace']), message, fix }];
}

function referenceFaults(known: Known, named: Named, all: readonly Known[]): readonly Fault[] {
  return known.targets
    .filter(({ key, reference }) => !reference.optional && !named.has(key))
    .map((target) => ({
      code: 'unresolved-reference',
      origin: known.document.origin,
      place: atValue(target.path),
      ...notFound(target, all),
    }));
}

function notFound(
  { reference, namespace, name }: Target,
  all: readonly Known[],
): Pick<Fault, 'message' | 'fix' | 'choices'> {
  const { kind, scope } = contracts[reference.to];
  const label = (space: string, own: string) => (scope === 'Cluster' ? own : `${space}/${own}`);
  const choices = all
    .filter((known) => known.kind.id === reference.to)
    .map((known) => label(known.namespace, known.name));
  const sorted = [...new Set(choices)].sort(compare);
  const known =
    sorted.length === 0 ? `no ${kind} is defined` : `the ${kind} resources are ${sorted.slice(0, 10).join(', ')}`;
  const wanted = label(namespace, name);
  return {
    message: `no file defines ${kind} ${wanted}; ${known}`,
    fix: didYouMean(wanted, sorted),
    choices: sorted.slice(0, 10),
  };
}
