import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { listed } from '../../../data/listed.ts';
import { own } from '../../../data/own.ts';
import { shortList } from '../../../data/short-list.ts';
import type { Path } from '../../../data/tree.ts';
import { milli } from '../../../kubernetes/quantity.ts';
import type { Labels } from '../../../templates/views.ts';
import { isCount } from '../quota/split.ts';
import type { TenantResource } from './members.ts';
import { tenantNamespaces } from './namespaces.ts';
import { quotaOf } from './quota-of.ts';
import { isWeight, quotaSplits, readShares, shareAnnotation, weightAnnotation } from './shares.ts';

/** Checks the exact shares, and warns about namespaces without a share of a resource. */
export function checkShares(tenant: TenantResource, world: World, report: Report): void {
  const hard = quotaOf(tenant, world)?.spec.resourcequota?.hard ?? {};
  for (const { annotations, path } of annotationSets(tenant)) checkAnnotations(annotations, { hard, path, report });
  const path = ['spec', 'quota'];
  for (const { resource, exact, total } of world.derived(quotaSplits)(tenant)?.excess ?? []) {
    const message = `the exact shares of ${resource} add up to ${exact}, but the quota is ${total}`;
    report('over-capacity', path, message, { fix: `reduce them in the annotations ${shareAnnotation}` });
  }
  if (world.settings.requiresExplicitShares) warnAboutWeights(tenant, report);
  warnAboutZeroShares(tenant, world, report);
}

function warnAboutWeights(tenant: TenantResource, report: Report): void {
  for (const { annotations, path } of annotationSets(tenant)) {
    if (annotations[weightAnnotation] === undefined) continue;
    const message = `${weightAnnotation} has no effect: the Platform sets quotaShares to stated`;
    report('ignored-field', [...path, weightAnnotation], message, { fix: `replace it with ${shareAnnotation}` });
  }
}

interface AnnotationSet {
  readonly annotations: Labels;
  readonly path: Path;
}

function annotationSets({ body }: TenantResource): readonly AnnotationSet[] {
  const { common, sandbox, specific = [] } = body.spec.namespaces?.metadata ?? {};
  const base = ['spec', 'namespaces', 'metadata'];
  return [
    { annotations: common?.annotations ?? {}, path: [...base, 'common', 'annotations'] },
    { annotations: sandbox?.annotations ?? {}, path: [...base, 'sandbox', 'annotations'] },
    ...specific.map(({ annotations = {} }, index) => ({
      annotations,
      path: [...base, 'specific', index, 'annotations'],
    })),
  ];
}

interface AnnotationContext {
  readonly hard: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly report: Report;
}

/** Checks the annotations for shares and weights, in a Tenant or in a namespace. */
export function checkAnnotations(annotations: Labels, { hard, path, report }: AnnotationContext): void {
  const weight = annotations[weightAnnotation];
  if (weight !== undefined && !isWeight(weight)) {
    const message = `${weightAnnotation} is "${weight}"; it must be a whole number of at most six digits`;
    report('bad-format', [...path, weightAnnotation], message, { fix: 'for example "2"' });
  }
  for (const share of readShares(annotations[shareAnnotation] ?? '')) {
    const at = [...path, shareAnnotation];
    if (!share.ok) {
      const message = `"${share.text}" is not a share; it must have the form RESOURCE=QUANTITY`;
      report('bad-format', at, message, { fix: 'for example requests.cpu=2,requests.memory=4Gi' });
    } else if (!Object.hasOwn(hard, share.resource)) {
      const choices = Object.keys(hard).sort();
      const known = choices.length === 0 ? '' : `; it limits only ${listed(choices)}`;
      const message = `the Quota does not limit ${share.resource}${known}`;
      const advice = ['', `use ${choices.join()}, or `][choices.length] ?? 'use one of them, or ';
      const fix = `${advice}add ${share.resource} to the Quota`;
      report('not-a-choice', at, message, { choices, fix });
    } else if (isCount(share.resource) && milli(share.quantity) % 1000n !== 0n) {
      report('bad-format', at, `${share.resource} is ${share.quantity}; it must be a whole number`);
    }
  }
}

/** How many names a message contains. The message is repeated for each resource of the quota. */
const maxNamed = 10;

interface ZeroShare {
  readonly message: string;
  readonly fix: string;
}

function withoutOwnShare(resource: string, names: string): ZeroShare {
  const message = `${names} no share of ${resource}, because the annotation ${shareAnnotation} sets none`;
  return {
    message,
    fix: `set the annotation ${shareAnnotation}, for example to ${resource}=${isSize(resource) ? '1Gi' : '1'}`,
  };
}

function isSize(resource: string): boolean {
  return !isCount(resource) && !/(?:^|\.)cpu$/.test(resource);
}

function withoutRemainder(
  resource: string,
  { names, total }: { readonly names: string; readonly total: string },
): ZeroShare {
  const message = `the quota of ${resource} is ${total}, so nothing remains for ${names}`;
  const fix = `raise the quota, or accept this with the annotation ${shareAnnotation}: ${resource}=0`;
  return { message, fix };
}

/** Warns about namespaces without a share, for example two of three if services.loadbalancers is 1. */
function warnAboutZeroShares(tenant: TenantResource, world: World, report: Report): void {
  const hard = quotaOf(tenant, world)?.spec.resourcequota?.hard ?? {};
  const shares = world.derived(quotaSplits)(tenant)?.shares ?? new Map<string, Labels>();
  const known = world.derived(tenantNamespaces)(tenant);
  for (const [resource, total] of Object.entries(hard)) {
    if (milli(total) === 0n) continue;
    const empty = known.filter(({ name, annotations }) => {
      const isMeant = annotations[weightAnnotation] === '0' || annotations[shareAnnotation]?.includes(resource);
      return own(shares.get(name) ?? {}, resource) === '0' && !isMeant;
    });
    if (empty.length === 0) continue;
    const list = shortList(
      empty.map(({ name }) => name),
      maxNamed,
    );
    const [noun, verb] = empty.length === 1 ? ['namespace', 'has'] : ['namespaces', 'have'];
    const names = `${noun} ${list}`;
    const { message, fix } = world.settings.requiresExplicitShares
      ? withoutOwnShare(resource, `${names} ${verb}`)
      : withoutRemainder(resource, { names, total: String(total) });
    report('risky-value', ['spec', 'quota'], message, { fix });
  }
}
