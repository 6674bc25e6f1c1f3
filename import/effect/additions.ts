import { formatPath } from '../../core/problem/problem.ts';
import { groupBy } from '../../data/group-by.ts';
import { shortList } from '../../data/short-list.ts';
import { type Path, type Tree, textAt } from '../../data/tree.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type Advice, advice } from './advice.ts';
import type { Difference } from './difference.ts';
import type { SourceFact } from './fact.ts';
import { addedFields } from './live-objects.ts';

/** A resource of an operator, the objects that leasehold renders for it, and the objects that the operator created, by name. */
export interface RenderedResource {
  readonly source: ExportedObject;
  readonly rendered: ReadonlyMap<string, Tree>;
  readonly live: ReadonlyMap<string, ExportedObject>;
  /** How to render fewer objects. */
  readonly advice: Advice | undefined;
}

/** What the render adds to the objects of an operator: whole objects, and fields of live objects. */
export function additionFacts(one: RenderedResource): readonly SourceFact[] {
  const bodies = [...one.rendered];
  const added = bodies.filter(([name]) => !one.live.has(name));
  return [
    ...objectFacts(one, added),
    ...bodies.flatMap(([name, body]) => {
      const live = one.live.get(name);
      return live ? fieldFacts(body, live) : [];
    }),
  ];
}

/** Kinds that only restrict what is possible in a namespace. */
const limits = ['AuthorizationPolicy', 'LimitRange', 'NetworkPolicy', 'PeerAuthentication', 'ResourceQuota'];

function objectFacts(
  { source, advice: fewer }: RenderedResource,
  added: readonly (readonly [string, Tree])[],
): readonly SourceFact[] {
  const groups = groupBy(added, ([, body]) => directionOf(textAt(body, 'kind')));
  return [...groups].map(([instead, objects]) => ({
    aspect: 'behavior',
    instead,
    text: `the render adds ${shortList(objects.map(([name, body]) => nameOf(name, body)).sort(), 8)}`,
    from: [{ source, path: ['spec'] }],
    advice: fewer,
  }));
}

function nameOf(name: string, body: Tree): string {
  return textAt(body, 'kind') === 'Secret' ? `${name} (or replaces its values, which an import never reads)` : name;
}

function directionOf(kind: string): Difference['kind'] {
  if (limits.includes(kind)) return 'narrower';
  return kind.endsWith('RoleBinding') ? 'wider' : 'different';
}

/** Keys by which leasehold and Argo CD find objects. */
const ownKeys = /^(?:app\.kubernetes\.io\/managed-by|argocd\.argoproj\.io\/.*|(?:[a-z]+\.)?leasehold\.dev\/.*)$/;

function fieldFacts(now: Tree, source: ExportedObject): readonly SourceFact[] {
  const added = addedFields(now, source.body).filter((path) => !isOwn(path));
  if (added.length === 0) return [];
  const restart = added.some(([a, b]) => a === 'spec' && b === 'template') ? ', so the pods restart' : '';
  const isImmutable = added.some(([a, b]) => a === 'spec' && b === 'selector') && source.kind !== 'Service';
  const isNarrower = added.some((path) => String(path.at(-1)) === 'pod-security.kubernetes.io/enforce');
  const text = `the render adds ${shortList(added.map(formatPath), 8)}${restart}`;
  const instead = isNarrower ? 'narrower' : 'different';
  const first = isImmutable ? advice.orphanImmutable : undefined;
  return [{ aspect: 'behavior', instead, text, advice: first, from: [{ source, path: ['kind'] }] }];
}

function isOwn(path: Path): boolean {
  return path[0] === 'metadata' && ownKeys.test(String(path.at(-1)));
}
