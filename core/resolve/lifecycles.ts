import { modeLabel } from '../../admission/metadata-keys.ts';
import { isDay } from '../../data/day.ts';
import { didYouMean } from '../../data/nearest.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import { labelOf } from '../kind/resource.ts';
import type { World } from '../kind/world.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import {
  deleteAfterAnnotation,
  type Lifecycle,
  lifecycleAnnotation,
  lifecycleAnnotations,
  lifecycles,
  type TenantLifecycle,
} from '../settings/lifecycle.ts';
import type { Identified } from './identify.ts';
import type { Tenants } from './tenants.ts';

interface Lifecycles {
  /** By tenant. Contains only tenants whose resources set a lifecycle annotation. */
  readonly requested: ReadonlyMap<string, TenantLifecycle>;
  readonly problems: readonly UnlocatedProblem[];
  /** The last document that cordons or archives each tenant. */
  readonly cordoned: ReadonlyMap<string, Identified>;
}

/** Reads the annotations of all documents. Those of one tenant must agree, because they apply to the whole tenant. */
export function lifecyclesOf(all: readonly Identified[], tenants: Tenants): Lifecycles {
  const problems: UnlocatedProblem[] = [];
  const requested = new Map<string, TenantLifecycle>();
  const cordoned = new Map<string, Identified>();
  const sources = new Map<string, Identified>();
  for (const document of all) {
    for (const key of lifecycleAnnotations) {
      const value = valueAt(document.document.body, ...pathOf(key));
      if (value === undefined) continue;
      const tenant = tenants.get(document) as string;
      const found = problemOf(document, key, value) ?? conflictOf(document, key, sources.get(`${key} ${tenant}`));
      if (found) problems.push({ ...found, tenants: [tenant] });
      if (found || !document.kind.tenant) continue;
      sources.set(`${key} ${tenant}`, document);
      const before = requested.get(tenant) ?? { lifecycle: 'active', deleteAfter: undefined };
      requested.set(tenant, { ...before, ...partOf(key, value as string) });
      if (key === lifecycleAnnotation && value !== 'active') cordoned.set(tenant, document);
    }
  }
  return { requested, problems, cordoned };
}

function pathOf(key: string): readonly string[] {
  return ['metadata', 'annotations', key];
}

function partOf(key: string, value: string): Partial<TenantLifecycle> {
  return key === lifecycleAnnotation ? { lifecycle: value as Lifecycle } : { deleteAfter: value };
}

function problemOf(identified: Identified, key: string, value: unknown): UnlocatedProblem | undefined {
  const { document, kind } = identified;
  const at = { origin: document.origin, place: atValue(pathOf(key)) };
  if (!kind.tenant) {
    const message = `${key} has no effect on ${labelOf(kind.id, identified)}: only a resource that defines a tenant can set it`;
    return { ...at, code: 'ignored-field', message, fix: 'delete the annotation' };
  }
  if (key === deleteAfterAnnotation) {
    if (typeof value === 'string' && isDay(value)) return undefined;
    const message = `${key} is ${JSON.stringify(value)}; it must be a date, such as "2026-12-31"`;
    return { ...at, code: 'bad-format', message };
  }
  const choices: readonly string[] = lifecycles;
  if (choices.includes(value as string)) return undefined;
  const message = `${key} is ${JSON.stringify(value)}; it must be one of ${choices.join(', ')}`;
  return { ...at, code: 'not-a-choice', message, choices, fix: didYouMean(String(value), choices) };
}

/** Reports two resources of a tenant that set different values. */
function conflictOf(document: Identified, key: string, other: Identified | undefined): UnlocatedProblem | undefined {
  if (!other) return undefined;
  const [mine, theirs] = [document, other].map((one) => textAt(one.document.body, ...pathOf(key)));
  if (mine === theirs) return undefined;
  const message = `${key} is ${mine}, but ${labelOf(other.kind.id, other)} of the same tenant sets ${theirs}`;
  const place = atValue(pathOf(key));
  const fix = 'set the same value in both, or delete one of them';
  return { code: 'conflicting-fields', origin: document.document.origin, place, message, fix };
}

/** Reports cordoned and archived tenants if nothing prevents them from changing their namespaces. */
export function unenforcedCordons(cordoned: Lifecycles['cordoned'], world: World): readonly UnlocatedProblem[] {
  if (cordoned.size === 0 || !world.knowsAllNamespaces) return [];
  const owners = new Set(world.namespaces().map(({ tenant }) => tenant));
  return [...cordoned].flatMap(([tenant, { document }]) => {
    const gap = enforcementGap(tenant, world) ?? (owners.has(tenant) ? undefined : noNamespace);
    if (gap === undefined) return [];
    const message = `tenant ${tenant} can still change its objects: ${gap.why}`;
    const place = atValue(pathOf(lifecycleAnnotation));
    const problem = { code: 'ignored-field', origin: document.origin, place, message, tenants: [tenant] } as const;
    return [gap.fix === undefined ? problem : { ...problem, fix: gap.fix }];
  });
}

/** Why tenants can change objects in their namespaces. */
interface EnforcementGap {
  readonly why: string;
  readonly fix?: string;
}

const noNamespace: EnforcementGap = { why: 'leasehold renders no namespace of the tenant' };

function enforcementGap(tenant: string, { settings }: World): EnforcementGap | undefined {
  const { enforcement, hasPlatform } = settings;
  if (!enforcement)
    return {
      why: 'no admission policy enforces the lifecycle',
      fix: hasPlatform
        ? 'in the Platform, set spec.enforcement.backend to policies or gatekeeper'
        : 'add a Platform that sets spec.enforcement.backend to policies or gatekeeper',
    };
  const mode = enforcement.labelsFor(tenant)[modeLabel('cordon')] ?? enforcement.modesOf('cordon').standard;
  if (mode === 'deny') return undefined;
  return { why: `the Platform sets the mode of the rule cordon to ${mode}`, fix: 'set the mode to deny' };
}
