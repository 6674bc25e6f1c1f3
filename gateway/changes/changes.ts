import type { Events } from '../world/events.ts';
import type { TenantRepository } from '../world/repository.ts';
import { type Forge, type ForgeError, forgeError } from './forge.ts';
import { type ChangeRecord, type PullRequest, publicRecord } from './record.ts';
import { type ChangeStore, isSame } from './store.ts';

/** The submitted changes. Methods reject while a database is down, except `refresh`. */
export interface Changes {
  readonly forge: Forge['kind'];
  readonly all: () => Promise<readonly ChangeRecord[]>;
  readonly find: (id: string) => Promise<ChangeRecord | undefined>;
  /** An earlier change of the same person with the same key. */
  readonly repeated: (user: string, key: string) => Promise<ChangeRecord | undefined>;
  /** Stores the change, or returns the earlier one of the same person with the same key. */
  readonly add: (change: ChangeRecord) => Promise<ChangeRecord>;
  /** Opens the pull request of a stored change. The change remains stored even if the forge fails. */
  readonly submit: (change: ChangeRecord) => Promise<Outcome>;
  readonly close: (change: ChangeRecord) => Promise<ChangeRecord>;
  /**
   * Submits pending changes, queries the state of open and merged ones, and removes final ones above the limit, unless
   * another replica is doing so. Also sends events for changes that other replicas stored or replaced. Never rejects.
   */
  readonly refresh: () => Promise<void>;
  readonly openCount: () => Promise<number>;
}

export interface Outcome {
  readonly change: ChangeRecord;
  readonly error?: ForgeError;
}

export interface ChangesOptions {
  readonly forge: Forge;
  readonly repository: TenantRepository;
  readonly events: Events;
  /** Returns the commit to which Argo CD is synced; undefined if it is unknown. Absent without Argo CD. */
  readonly appliedCommit: (() => Promise<string | undefined>) | undefined;
  readonly store: ChangeStore;
}

interface Context extends ChangesOptions {
  /** The version of each change for which the last event was sent, or which the first refresh read. */
  readonly seen: Map<string, ChangeRecord>;
  /** Submissions in progress, by change: a request and the timer can submit the same change. */
  readonly opening: Map<string, Promise<Outcome>>;
}

export function openChanges(options: ChangesOptions): Changes {
  const { forge, repository, store } = options;
  const context: Context = { ...options, seen: new Map(), opening: new Map() };
  let isFirst = true;
  return {
    forge: forge.kind,
    all: store.all,
    find: store.find,
    repeated: store.repeated,
    add: async (change) => {
      // The reference protects the commit from garbage collection while the change is stored.
      repository.keep(`changes/${change.id}`, change.commit);
      const added = await store.add(change);
      if (added.id === change.id) announce(added, context);
      else repository.keep(`changes/${change.id}`, undefined);
      return added;
    },
    submit: (change) => openOnce(change, context),
    close: async (change) => {
      if (change.state === 'open') await forge.close(change);
      return replace(change, (current) => ({ ...current, state: 'closed', content: undefined }), context);
    },
    refresh: async () => {
      await refresh(isFirst, context)
        .then(() => {
          isFirst = false;
        })
        .catch(() => {});
    },
    openCount: async () => (await store.all()).filter(({ state }) => state === 'open' || state === 'pending').length,
  };
}

async function refresh(isFirst: boolean, context: Context): Promise<void> {
  const { store, seen } = context;
  const all = await store.all();
  if (isFirst) for (const change of all) seen.set(change.id, change);
  forget(new Set(all.map(({ id }) => id)), context);
  for (const change of all) announce(change, context);
  await store.ifAlone('changes', async () => {
    for (const change of all) if (!isFinal(change, context)) await follow(change, context).catch(() => {});
    await prune(context);
  });
}

/** Sends an event if a change is new, or differs from the version in `seen`. */
function announce(change: ChangeRecord, { seen, events }: Context): void {
  const before = seen.get(change.id);
  seen.set(change.id, change);
  if (before && isSame(before, change)) return;
  events.send({ type: 'change', user: change.user, data: publicRecord(change) });
}

async function replace(
  change: ChangeRecord,
  next: (current: ChangeRecord) => ChangeRecord,
  context: Context,
): Promise<ChangeRecord> {
  const replaced = (await context.store.update(change.id, next)) ?? next(change);
  announce(replaced, context);
  return replaced;
}

/** The maximum number of final changes that are kept. */
const maxFinal = 1000;

/** Whether the state of a change can no longer change. Without Argo CD, a merged change is final. */
function isFinal({ state }: ChangeRecord, { appliedCommit }: ChangesOptions): boolean {
  return state === 'applied' || state === 'closed' || (state === 'merged' && appliedCommit === undefined);
}

/** Removes the oldest final changes, and the references to their commits. */
async function prune(context: Context): Promise<void> {
  const { store } = context;
  const all = await store.all();
  const old = all.filter((one) => isFinal(one, context)).slice(0, -maxFinal);
  if (old.length === 0) return;
  await store.remove(old.map(({ id }) => id));
  const removed = new Set(old);
  forget(new Set(all.flatMap((one) => (removed.has(one) ? [] : [one.id]))), context);
}

/** Removes the references to changes that are no longer stored. */
function forget(known: ReadonlySet<string>, { seen, repository }: Context): void {
  for (const id of [...seen.keys()].filter((one) => !known.has(one))) {
    seen.delete(id);
    repository.keep(`changes/${id}`, undefined);
  }
}

function openOnce(change: ChangeRecord, context: Context): Promise<Outcome> {
  const { opening, store } = context;
  const openAlone = () => store.exclusively(`change ${change.id}`, () => open(change, context));
  const running = opening.get(change.id) ?? openAlone().finally(() => opening.delete(change.id));
  opening.set(change.id, running);
  return running;
}

/**
 * Opens the pull request of a pending change. Another replica might have opened it already, and the person can close
 * the change in the meantime.
 */
async function open(given: ChangeRecord, context: Context): Promise<Outcome> {
  const { forge, store } = context;
  const change = await store.find(given.id);
  if (change?.state !== 'pending') return { change: change ?? given };
  const pull = await pullOf(change, context);
  if (pull instanceof Error) {
    const failed = await replace(change, (current) => ({ ...current, failure: pull.message }), context);
    return { change: failed, error: pull };
  }
  const opened = { pull, failure: undefined, content: undefined };
  const found = await replace(
    change,
    (current) => ({ ...current, ...opened, state: current.state === 'closed' ? 'closed' : 'open' }),
    context,
  );
  if (found.state === 'closed') await forge.close(found);
  return { change: found };
}

async function pullOf(change: ChangeRecord, context: Context): Promise<PullRequest | ForgeError> {
  try {
    writeAgain(change, context);
    return await context.forge.open(change);
  } catch (error) {
    return forgeError(error);
  }
}

/** Writes the commit to this replica's clone if only another replica has it. */
function writeAgain({ commit, content }: ChangeRecord, { repository }: Context): void {
  if (!content || repository.has(commit)) return;
  const files = new Map(content.files.map(({ path, text }) => [path, text ?? undefined]));
  const written = repository.write({ ...content, files });
  if (written !== commit) throw new Error(`git wrote commit ${written} instead of ${commit}`);
}

async function follow(change: ChangeRecord, context: Context): Promise<void> {
  const { forge, repository, appliedCommit } = context;
  if (change.state === 'pending') return void (await openOnce(change, context));
  if (change.state === 'open') {
    const found = await forge.stateOf(change);
    await replace(change, (current) => (isSame(current, change) ? { ...current, ...found } : current), context);
  }
  if (change.state === 'merged' && appliedCommit) {
    const applied = await appliedCommit();
    const merged = change.mergeCommit ?? change.commit;
    const isApplied = applied !== undefined && (await repository.isAncestor(merged, applied));
    if (isApplied) await replace(change, (current) => ({ ...current, state: 'applied' }), context);
  }
}
