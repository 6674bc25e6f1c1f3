import { contracts, type KindId } from '../../build/contracts.ts';
import { type NearestWord, nearestWord, suggestion } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { shortList } from '../../data/short-list.ts';
import { choicesStart } from '../problem/choices.ts';
import { atKey, atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { explicitNamespace, type Identified, type Referenced, type ReferenceTarget } from './identify.ts';

/** Checks that apply to every kind: the document has a permitted namespace, and what it refers to exists. */
export function genericProblems(
  all: readonly Identified[],
  { settings, ...found }: { readonly settings: Settings } & Pick<Lookup, 'referenced' | 'rejected'>,
): readonly UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const choices = referenceChoices(all);
  for (const document of all) {
    for (const problem of namespaceProblems(document, settings)) problems.push(problem);
    for (const problem of referenceProblems(document, { ...found, choices, settings })) problems.push(problem);
  }
  return problems;
}

function namespaceProblems(identified: Identified, settings: Settings): readonly UnlocatedProblem[] {
  const { document, kind, namespace } = identified;
  const { origin } = document;
  if (contracts[kind.id].scope === 'Cluster') return [];
  if (isAssumed(identified, settings)) return [missingNamespace(identified)];
  if (kind.tenancy !== 'own' || !settings.isReserved(namespace) || !needsNamespace(identified, settings)) return [];
  const message = `namespace ${namespace} is reserved for the platform; nothing is rendered into it`;
  const fix = 'move the resource to a namespace of its tenant';
  return [{ code: 'reserved-namespace', origin, place: atValue(['metadata', 'namespace']), message, fix }];
}

/** False if nothing is rendered into the namespace of the resource. */
function needsNamespace({ kind }: Identified, { appliesResources }: Settings): boolean {
  return appliesResources || !kind.ignoresNamespace;
}

/** Whether the kind needs a namespace, but neither the document, its owner nor the Platform sets one. */
function isAssumed(identified: Identified, settings: Settings): boolean {
  const { document, kind, namespace } = identified;
  const isMissing = namespace === settings.assumedNamespace && explicitNamespace(document.body, kind) === '';
  return isMissing && needsNamespace(identified, settings);
}

function missingNamespace({ document, kind, namespace, name }: Identified): UnlocatedProblem {
  const subject = `${contracts[kind.id].kind} ${name}`.trim();
  const problem = { origin: document.origin, place: atKey(['metadata', 'namespace']) };
  const add = 'add metadata.namespace, or';
  if (namespace === '') {
    const fix = `${add} set spec.defaultNamespace in the Platform`;
    return { ...problem, code: 'missing-namespace', message: `${subject} needs a namespace`, fix };
  }
  const message = `${subject} has no namespace, so it gets the default namespace ${namespace}`;
  return { ...problem, code: 'risky-value', message, fix: `${add} add a Platform with spec.defaultNamespace` };
}

function referenceProblems(
  { authority, document, targets }: Identified,
  { referenced, rejected, choices, settings }: Lookup,
): readonly UnlocatedProblem[] {
  const isRejected = (key: string) => authority.sort === 'tenant' && rejected.has(`${authority.tenant} ${key}`);
  return targets
    .filter(({ key, reference }) => !reference.optional && !referenced.has(key) && !isRejected(key))
    .map((target) => ({
      origin: document.origin,
      place: atValue(target.path),
      ...((settings.hasPlatform ? undefined : sampleProblem(target, choices)) ?? {
        code: 'unresolved-reference',
        ...notFound(target, choices),
      }),
    }));
}

/** The keys of the documents of tenants' directories that are not among the accepted ones, after the tenant. */
export function rejectedKeys(all: readonly Identified[], accepted: readonly Identified[]): ReadonlySet<string> {
  if (all.length === accepted.length) return new Set();
  const kept = new Set(accepted);
  return new Set(
    all.flatMap((one) =>
      one.authority.sort === 'tenant' && !kept.has(one) ? [`${one.authority.tenant} ${one.key}`] : [],
    ),
  );
}

interface Lookup {
  readonly referenced: Referenced;
  /** Keys of documents that a tenant's directory cannot contain, after the tenant. These documents have errors of their own. */
  readonly rejected: ReadonlySet<string>;
  readonly choices: ReferenceChoices;
  readonly settings: Settings;
}

type Unresolved = Pick<UnlocatedProblem, 'code' | 'message' | 'fix'>;

/**
 * Returns the warning for an unresolved reference in a sample. Undefined if the reference has no exception for samples, or if the
 * repository contains more than samples: the name is then wrong, or a file is missing.
 */
function sampleProblem(target: ReferenceTarget, choicesOf: ReferenceChoices): Unresolved | undefined {
  const { to, inSamples } = target.reference;
  if (!inSamples || [to, ...inSamples.without].some((kind) => choicesOf(kind).choices.length > 0)) return undefined;
  const { kind } = contracts[to];
  const message = `no file defines ${kind} ${nameIn(to, target)}, so ${inSamples.effect}`;
  return { code: 'missing-context', message, fix: `add the ${kind}` };
}

const maxChoices = 10;

/** What references to a kind can name: the first names in order, their text for messages, and a search for a similar name. */
type ReferenceChoices = (kind: KindId) => {
  readonly choices: readonly string[];
  readonly shown: string;
  readonly spell: NearestWord;
};

/** Computed once for each kind, because thousands of documents might refer to something that does not exist. */
function referenceChoices(all: readonly Identified[]): ReferenceChoices {
  const known = new Map<KindId, ReturnType<ReferenceChoices>>();
  return (kind) => {
    const defined = known.get(kind) ?? definedOf(kind, all);
    known.set(kind, defined);
    return defined;
  };
}

function definedOf(kind: KindId, all: readonly Identified[]): ReturnType<ReferenceChoices> {
  const names = all.filter((one) => one.kind.id === kind).map((one) => nameIn(kind, one));
  const sorted = [...new Set(names)].sort(compare);
  return {
    choices: sorted.slice(0, maxChoices),
    shown: shortList(sorted, maxChoices),
    spell: nearestWord(sorted),
  };
}

function nameIn(kind: KindId, { namespace, name }: Pick<Identified, 'namespace' | 'name'>): string {
  return contracts[kind].scope === 'Cluster' ? name : `${namespace}/${name}`;
}

function notFound(
  { reference, namespace, name }: ReferenceTarget,
  choicesOf: ReferenceChoices,
): Pick<UnlocatedProblem, 'message' | 'fix' | 'choices'> {
  const { kind } = contracts[reference.to];
  const { choices, shown, spell } = choicesOf(reference.to);
  const existing = choices.length === 0 ? ` or any other ${kind}` : `${choicesStart}${kind} resources: ${shown}`;
  const wanted = nameIn(reference.to, { namespace, name });
  const fix = choices.length === 0 ? `add the ${kind}, or correct the reference` : suggestion(spell(wanted));
  return { message: `no file defines ${kind} ${wanted}${existing}`, fix, choices };
}
