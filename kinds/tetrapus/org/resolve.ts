import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Variable } from '../../../core/settings/tetrapus.ts';
import type { Tier } from '../../../core/settings/tiers.ts';
import { didYouMean } from '../../../data/nearest.ts';
import { milli, type Quantity } from '../../../kubernetes/quantity.ts';
import { keysOf, type SigningKey } from './keys.ts';
import { type Placement, placementOf } from './placement.ts';

/** The Org's database. */
export type OrgDatabase =
  | { readonly at: 'volume'; readonly size: Quantity; readonly storageClassName: string; readonly retained: boolean }
  | { readonly at: 'url'; readonly url: string }
  | { readonly at: 'secret'; readonly name: string; readonly key: string };

export interface ResolvedOrg {
  readonly slug: string;
  readonly namespace: string;
  readonly region: string;
  readonly tier: string;
  readonly adminEmail: string;
  readonly placement: Placement;
  readonly image: string;
  readonly resources: ContainerResources;
  readonly database: OrgDatabase;
  readonly keys: readonly SigningKey[];
  readonly env: (name: Variable) => string;
  readonly probes: 'http' | 'tcp';
}

export interface ContainerResources {
  readonly requests: Amounts | undefined;
  readonly limits: Amounts | undefined;
}

type Amounts = Readonly<Record<string, Quantity>>;

type Spec = Resource<'org'>['body']['spec'];

export function resolve(resource: Resource<'org'>, world: World, report: Report): ResolvedOrg | undefined {
  const { spec } = resource.body;
  const { tetrapus } = world.settings;
  const tier = tierOf(spec, tetrapus.tiers, report);
  if (!tier) return undefined;
  const placement = placementOf(resource, tier, world, report);
  if (placement === 'own') warnAboutMutableImage(spec.data_plane_image, report);
  return {
    slug: spec.slug,
    namespace: resource.namespace,
    region: spec.region_code,
    tier: spec.plan_tier,
    adminEmail: spec.bootstrap_admin_email ?? `admin@${spec.slug}.${tetrapus.baseDomain}`,
    placement,
    image: spec.data_plane_image,
    resources: resourcesOf(spec, tier, report),
    database: databaseOf(resource, { tier, isShared: placement !== 'own' && tier.shared === true }, world, report),
    keys: keysOf(resource, world, report),
    env: tetrapus.env,
    probes: tetrapus.probes,
  };
}

function tierOf(spec: Spec, tiers: ReadonlyMap<string, Tier>, report: Report): Tier | undefined {
  const tier = tiers.get(spec.plan_tier);
  const choices = [...tiers.keys()];
  const message = `plan_tier is "${spec.plan_tier}"; it must be one of ${choices.join(', ')}`;
  if (!tier)
    report('not-a-choice', ['spec', 'plan_tier'], message, { fix: didYouMean(spec.plan_tier, choices), choices });
  return tier;
}

/** Warns about an absent tag and the tag latest, because two renders of the same commit could run different code. */
export function warnAboutMutableImage(image: string, report: Report): void {
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (image.includes('@') || (name.includes(':') && !name.endsWith(':latest'))) return;
  const message = `data_plane_image ${image} has no immutable tag`;
  report('risky-value', ['spec', 'data_plane_image'], message, { fix: 'use a version or a digest' });
}

function resourcesOf(spec: Spec, tier: Tier, report: Report): ContainerResources {
  const given = spec.data_plane_resources;
  if (!given) {
    const requests = { cpu: tier.cpuRequest, memory: tier.memoryRequest };
    return { requests, limits: { cpu: tier.cpuLimit, memory: tier.memoryLimit } };
  }
  checkRange('cpu', given.cpu_request, given.cpu_limit, report);
  checkRange('memory', given.memory_request, given.memory_limit, report);
  return {
    requests: givenAmounts({ cpu: given.cpu_request, memory: given.memory_request }),
    limits: givenAmounts({ cpu: given.cpu_limit, memory: given.memory_limit }),
  };
}

/** The amounts that are set. Undefined if none is set. */
function givenAmounts(map: Readonly<Record<string, Quantity | undefined>>): Amounts | undefined {
  const given = Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function checkRange(what: string, request: Quantity | undefined, limit: Quantity | undefined, report: Report): void {
  if (request === undefined || limit === undefined || milli(request) <= milli(limit)) return;
  const path = ['spec', 'data_plane_resources', `${what}_request`];
  report('conflicting-fields', path, `${what}_request ${request} exceeds ${what}_limit ${limit}`);
}

interface Host {
  readonly tier: Tier;
  /** Whether the Org runs on a plane, where its fields for a database have no effect. */
  readonly isShared: boolean;
}

function databaseOf(resource: Resource<'org'>, { tier, isShared }: Host, world: World, report: Report): OrgDatabase {
  const { external_db_url: url, external_db_secret_ref: secret } = resource.body.spec;
  if (url && secret && !isShared) {
    const message = 'external_db_url and external_db_secret_ref both configure the database';
    report('conflicting-fields', ['spec', 'external_db_url'], message, { fix: 'keep external_db_secret_ref' });
  }
  if (secret) return { at: 'secret', name: secret.name, key: secret.key };
  if (url) return urlDatabase(url, isShared, report);
  const { retainVolumes, tetrapus } = world.settings;
  const storageClassName = tetrapus.storageClassName ?? '';
  const retained = retainVolumes && !isPurged(resource, report);
  return { at: 'volume', size: tier.storage, storageClassName, retained };
}

export const purgeAnnotation = 'tetrapus.io/purge-pvc';

function isPurged({ body }: Resource<'org'>, report: Report): boolean {
  const purge = body.metadata.annotations?.[purgeAnnotation];
  if (purge === undefined || purge === 'true' || purge === 'false') return purge === 'true';
  const message = `${purgeAnnotation} is "${purge}"; it must be "true" or "false"`;
  report('not-a-choice', ['metadata', 'annotations', purgeAnnotation], message, { choices: ['true', 'false'] });
  return false;
}

function urlDatabase(url: string, isShared: boolean, report: Report): OrgDatabase {
  if (/^[a-z]+:\/\/[^/@]*:[^/@]+@|[?&]password=./.test(url)) {
    const message = 'external_db_url contains a password in plain text in Git';
    const fix = 'store the URL in a Secret and name the Secret in external_db_secret_ref';
    report('secret-in-git', ['spec', 'external_db_url'], message, { fix: isShared ? 'remove the field' : fix });
  }
  return { at: 'url', url };
}
