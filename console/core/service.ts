import type { Catalogue } from '../../cost/catalogue.ts';
import { compareVersions, rostersIn } from '../../leasehold.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import { filesAt, type History, type Snapshot } from '../data/snapshot.ts';
import { type AccessRow, accessRows } from '../model/access.ts';
import { blameFile, blameObject } from '../model/blame-views.ts';
import { capacityOf } from '../model/capacity.ts';
import { quotaUseIn, volumeRows } from '../model/cluster.ts';
import { completionAt } from '../model/completion.ts';
import { configurationOf } from '../model/configuration.ts';
import type { Edit } from '../model/edits.ts';
import { editFields, type FieldEdit, formsIn, newTenant, type TenantKind, tenantKinds } from '../model/form.ts';
import { healthRows } from '../model/health.ts';
import { schedules } from '../model/hibernation.ts';
import { type ClusterInventory, openInventory } from '../model/inventory.ts';
import { type LiveNamespaces, type LiveSync, notLive } from '../model/live-state.ts';
import { namespaceRows } from '../model/namespaces.ts';
import { overviewOf } from '../model/overview.ts';
import { patchOf } from '../model/patch.ts';
import { preview } from '../model/preview.ts';
import { quotaViews } from '../model/quota.ts';
import { sharedAmounts } from '../model/shared-amounts.ts';
import { simulationOf } from '../model/simulation.ts';
import { templateViews } from '../model/templates.ts';
import { tenantHistory } from '../model/tenant-history.ts';
import { tenantRows } from '../model/tenant-rows.ts';
import { tenantView } from '../model/tenant-view.ts';
import { type Assumption, whatIf } from '../model/what-if.ts';
import { type World, worldOf } from '../model/world.ts';
import { costs } from './costs.ts';

/** The source of the files and of their history. */
export interface Data {
  snapshot(): Promise<Snapshot>;
  history(): Promise<History>;
}

/** A commit, or undefined for the current files. */
type At = string | undefined;

/** The number of cached worlds: the current files, and the two commits that a page compares. */
const maxWorlds = 3;

/** Handles the requests of the console's pages. Every response can be posted between a worker and a page. */
export function createService(data: Data) {
  const worlds = worldCache(data);
  const catalogueAt = async (at: At) => catalogueOf(await worlds(at));
  return {
    overview: async (at: At) => overviewOf(await worlds(at), await data.snapshot(), await catalogueAt(at)),
    tenants: async (at: At) => tenantRows(await worlds(at), await catalogueAt(at)),
    tenant: async (at: At, name: string) => tenantView(name, await worlds(at), await catalogueAt(at)),
    access: async (at: At, tenant?: string) => accessRows(await worlds(at), tenant),
    accessOf: async (at: At, user: string) => accessOf(user, await worlds(at)),
    quotas: async (at: At) => {
      const world = await worlds(at);
      const names = tenantRows(world, undefined).map(({ name }) => name);
      return quotaViews(names, world);
    },
    namespaces: async (at: At) => namespaceRows(await worlds(at)),
    schedules: async (at: At, now: number) => schedules(await worlds(at), now),
    configuration: async (at: At) => configurationOf(await worlds(at)),
    templates: async (at: At) => templateViews(await worlds(at)),
    file: async (at: At, path: string) => (await worlds(at)).files.find((file) => file.path === path),
    files: async (at: At) => (await worlds(at)).files.map(({ path }) => path),
    sharedAmounts: async (at: At) => sharedAmounts(await worlds(at)),
    whatIf: async (at: At, assumption: Assumption) => whatIf(await worlds(at), assumption, await catalogueAt(at)),
    simulate: async (at: At, text: string, namespace: string) => simulationOf(text, namespace, await worlds(at)),
    ...costs({ usage: async () => (await data.snapshot()).usage, worldAt: worlds, catalogueAt }),
    ...editing(worlds, catalogueAt),
    ...history(worlds, data),
    ...cluster(worlds),
  };
}

export type Service = ReturnType<typeof createService>;

type Worlds = (at: At) => Promise<World>;

/** Requests of the editor, which changes only the current files. */
function editing(worlds: Worlds, catalogueAt: (at: At) => Promise<Catalogue | undefined>) {
  return {
    preview: async (edit: Edit) => preview(await worlds(undefined), edit, await catalogueAt(undefined)),
    patch: async (path: string, text: string | undefined) => {
      const file = (await worlds(undefined)).files.find((one) => one.path === path);
      return patchOf(path, file && 'text' in file ? file.text : undefined, text);
    },
    examples: async () => (await import('../model/examples.ts')).examples(),
    form: async (text: string) => formsIn(text, await worlds(undefined)),
    editFields: async (text: string, edits: readonly FieldEdit[]) => editFields(text, edits),
    tenantKinds: async () => tenantKinds(),
    newTenant: async (id: TenantKind['id'], name: string) => newTenant(id, name, await worlds(undefined)),
    complete: async (text: string, offset: number) => completionAt(text, offset),
  };
}

/** Requests about an inventory of a cluster. The inventory stays in the worker until the page is closed. */
function cluster(worlds: Worlds) {
  let inventory: ClusterInventory = [];
  return {
    openInventory: async (name: string, text: string) => {
      const { objects, summary } = openInventory(name, text);
      inventory = objects;
      return summary;
    },
    capacity: async (at: At, filter: string) => capacityOf(inventory, filter, await worlds(at)),
    quotaUse: async () => quotaUseIn(inventory),
    volumes: async () => volumeRows(inventory),
    health: async (at: At) => healthRows(inventory, await worlds(at)),
    sleeping: async (_tenant: string): Promise<LiveNamespaces> => ({ ...notLive, items: [] }),
    sync: async (_tenant: string): Promise<LiveSync> => ({ ...notLive, resources: [] }),
  };
}

/** Requests about earlier commits. */
function history(worlds: Worlds, data: Data) {
  return {
    blameFile: async (at: At, path: string) => blameFile(path, await pastAt(at, data)),
    blameObject: async (at: At, tenant: string, key: string) => blameObject(key, tenant, await pastAt(at, data)),
    commits: async () => {
      const { commits, isComplete } = await data.history();
      return { isComplete, commits: commits.map(({ files: _, ...commit }) => commit) };
    },
    tenantHistory: async (at: At, tenant: string) => tenantHistory(tenant, await pastAt(at, data), await worlds(at)),
    compare: async (base: string, head: At) => compareVersions((await worlds(base)).files, (await worlds(head)).files),
  };
}

function worldCache(data: Data): Worlds {
  const worlds = new Map<At, Promise<World>>();
  return (at) => {
    const world = worlds.get(at) ?? readWorld(at, data);
    worlds.delete(at);
    worlds.set(at, world);
    world.catch(() => {
      // The next request reads it again.
      if (worlds.get(at) === world) worlds.delete(at);
    });
    const oldest = [...worlds.keys()].find((key) => key !== undefined);
    if (worlds.size > maxWorlds) worlds.delete(oldest);
    return world;
  };
}

async function readWorld(at: At, data: Data): Promise<World> {
  if (at === undefined) return worldOf((await data.snapshot()).files);
  const history = await data.history();
  const commit = history.commits.find(({ sha }) => sha.startsWith(at));
  const isPart = history.commits.length > 0 && !history.isComplete;
  const why = isPart ? '; it contains only the latest commits' : '';
  if (!commit) throw new Error(`the stored history does not contain commit ${at}${why}`);
  return worldOf(filesAt(history, commit));
}

async function pastAt(at: At, data: Data) {
  const current = at === undefined ? (await data.snapshot()).files : undefined;
  return { history: await data.history(), at, current };
}

const catalogues = new WeakMap<World, { readonly found: Catalogue | undefined }>();

function catalogueOf(world: World): Catalogue | undefined {
  const known = catalogues.get(world) ?? { found: findCatalogue(world.of('platform').objects) };
  catalogues.set(world, known);
  return known.found;
}

/** A user's direct permissions, and those of the groups in which files list the user. */
function accessOf(user: string, world: World): { groups: readonly string[]; rows: readonly AccessRow[] } {
  const groups = rostersIn(world.all()).get(user) ?? [];
  const isOwn = ({ subject: { kind, name } }: AccessRow) =>
    (kind === 'User' && name === user) || (kind === 'Group' && groups.includes(name));
  return { groups, rows: accessRows(world).filter(isOwn) };
}
