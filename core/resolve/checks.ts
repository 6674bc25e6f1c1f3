import { contracts } from '../../build/contracts.ts';
import { didYouMean } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { atKey, atValue, type Fault } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { Identified, Referenced, ReferenceTarget } from './identify.ts';

/** Checks that apply to every kind: the document has a permitted namespace, and what it refers to exists. */
export function genericFaults(
  all: readonly Identified[],
  referenced: Referenced,
  settings: Settings,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const document of all) {
    faults.push(...namespaceFaults(document, settings));
    if (document.targets.length > 0) faults.push(...referenceFaults(document, referenced, all));
  }
  return faults;
}

function namespaceFaults({ document, kind, namespace, name }: Identified, settings: Settings): readonly Fault[] {
  const { origin } = document;
  if (contracts[kind.id].scope === 'Cluster') return [];
  if (namespace === '') {
    const message = `${name || contracts[kind.id].kind} needs a namespace`;
    const fix = 'add metadata.namespace, or set spec.defaultNamespace in the Platform';
    return [{ code: 'missing-namespace', origin, place: atKey(['metadata', 'namespace']), message, fix }];
  }
  if (kind.tenancy !== 'own' || !settings.isReserved(namespace)) return [];
  const message = `namespace ${namespace} is reserved for the platform; nothing is rendered into it`;
  const fix = 'move the resource to a namespace of its tenant';
  return [{ code: 'reserved-namespace', origin, place: atValue(['metadata', 'namespace']), message, fix }];
}

function referenceFaults(
  { document, targets }: Identified,
  referenced: Referenced,
  all: readonly Identified[],
): readonly Fault[] {
  return targets
    .filter(({ key, reference }) => !reference.optional && !referenced.has(key))
    .map((target) => ({
      code: 'unresolved-reference',
      origin: document.origin,
      place: atValue(target.path),
      ...notFound(target, all),
    }));
}

const mostChoices = 10;

function notFound(
  { reference, namespace, name }: ReferenceTarget,
  all: readonly Identified[],
): Pick<Fault, 'message' | 'fix' | 'choices'> {
  const { kind, scope } = contracts[reference.to];
  const nameOf = (one: { readonly namespace: string; readonly name: string }) =>
    scope === 'Cluster' ? one.name : `${one.namespace}/${one.name}`;
  const defined = all.filter((one) => one.kind.id === reference.to).map(nameOf);
  const sorted = [...new Set(defined)].sort(compare);
  const choices = sorted.slice(0, mostChoices);
  const existing = choices.length === 0 ? `no ${kind} is defined` : `the ${kind} resources are ${choices.join(', ')}`;
  const wanted = nameOf({ namespace, name });
  return { message: `no file defines ${kind} ${wanted}; ${existing}`, fix: didYouMean(wanted, sorted), choices };
}
