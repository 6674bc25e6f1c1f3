import type { Events } from '../world/events.ts';
import type { TenantRepository } from '../world/repository.ts';
import { type Forge, type ForgeError, forgeError } from './forge.ts';
import { type ChangeRecord, publicRecord } from './record.ts';

/** The submitted changes. */
export interface Changes {
  readonly forge: Forge['kind'];
  readonly all: () => readonly ChangeRecord[];
  readonly find: (id: string) => ChangeRecord | undefined;
  /** An earlier change of the same person with the same key. */
  readonly repeated: (user: string, key: string) => ChangeRecord | undefined;
  /** Stores the change and opens its pull request. The change remains stored even if the forge fails. */
  readonly submit: (change: ChangeRecord) => Promise<{ readonly change: ChangeRecord; readonly error?: ForgeError }>;
  readonly close: (change: ChangeRecord) => Promise<ChangeRecord>;
  /** Queries the state of all changes that are not final, and submits pending ones. Never rejects. */
  readonly refresh: () => Promise<void>;
  readonly openCount: () => number;
}

export interface ChangesOptions {
  readonly forge: Forge;
  readonly repository: TenantRepository;
  readonly events: Events;
  /** The commit that Argo CD applied last; undefined if it is unknown. */
  readonly appliedCommit: (() => Promise<string | undefined>) | undefined;
  /** The changes of an earlier run. */
  readonly known: readonly ChangeRecord[];
  readonly save: (all: readonly ChangeRecord[]) => void;
}

type Outcome = Awaited<ReturnType<Changes['submit']>>;

interface Context extends ChangesOptions {
  readonly records: Map<string, ChangeRecord>;
  /** Requests and the timer can submit the same change. */
  readonly opening: Map<string, Promise<Outcome>>;
}

export function openChanges(options: ChangesOptions): Changes {
  const { forge, repository, known } = options;
  const records = new Map(known.map((one) => [one.id, one]));
  const context: Context = { ...options, records, opening: new Map() };
  prune(context);
  return {
    forge: forge.kind,
    all: () => [...records.values()],
    find: (id) => records.get(id),
    repeated: (user, key) => [...records.values()].find((one) => one.user === user && one.request?.key === key),
    submit: (change) => {
      repository.keep(`changes/${change.id}`, change.commit);
      return openOnce(put(change, context), context);
    },
    close: async (change) => {
      if (change.state === 'open') await forge.close(change);
      return put({ ...change, state: 'closed' }, context);
    },
    refresh: async () => {
      const current = [...records.values()].filter((one) => !isFinal(one, context));
      for (const change of current) await follow(change, context).catch(() => {});
    },
    openCount: () => [...records.values()].filter(({ state }) => state === 'open' || state === 'pending').length,
  };
}

/** Stores a version of a change, and sends an event if it differs. */
function put(change: ChangeRecord, context: Context): ChangeRecord {
  const { records, save, events } = context;
  const before = records.get(change.id);
  if (before && JSON.stringify(before) === JSON.stringify(change)) return before;
  records.set(change.id, change);
  prune(context);
  save([...records.values()]);
  events.send({ type: 'change', user: change.user, data: publicRecord(change) });
  return change;
}

/** Final changes that are kept. */
const maxFinal = 1000;

/** Whether nothing more can happen to a change. Without Argo CD, that is its merge. */
function isFinal({ state }: ChangeRecord, { appliedCommit }: ChangesOptions): boolean {
  return state === 'applied' || state === 'closed' || (state === 'merged' && appliedCommit === undefined);
}

/** Removes the oldest final changes, and the references to their commits. */
function prune(context: Context): void {
  const { records, repository } = context;
  const final = [...records.values()].filter((one) => isFinal(one, context));
  for (const { id } of final.slice(0, -maxFinal)) {
    records.delete(id);
    repository.keep(`changes/${id}`, undefined);
  }
}

function openOnce(change: ChangeRecord, context: Context): Promise<Outcome> {
  const { opening } = context;
  const running = opening.get(change.id) ?? open(change, context).finally(() => opening.delete(change.id));
  opening.set(change.id, running);
  return running;
}

async function open(change: ChangeRecord, context: Context): Promise<Outcome> {
  const { forge, records } = context;
  // The person can close the change while the forge opens it.
  const current = () => records.get(change.id) ?? change;
  try {
    const pull = await forge.open(change);
    const isClosed = current().state === 'closed';
    const opened = put({ ...change, state: 'open', pull, failure: undefined }, context);
    if (!isClosed) return { change: opened };
    await forge.close(opened);
    return { change: put({ ...opened, state: 'closed' }, context) };
  } catch (error) {
    const found = forgeError(error);
    return { change: put({ ...current(), failure: found.message }, context), error: found };
  }
}

async function follow(change: ChangeRecord, context: Context): Promise<void> {
  const { forge, records, repository, appliedCommit } = context;
  if (change.state === 'pending') return void (await openOnce(change, context));
  if (change.state === 'open') {
    const found = await forge.stateOf(change);
    if (records.get(change.id) === change) put({ ...change, ...found }, context);
  }
  if (change.state === 'merged' && appliedCommit) {
    const applied = await appliedCommit();
    const isApplied = applied !== undefined && repository.isAncestor(change.mergeCommit ?? change.commit, applied);
    if (isApplied) put({ ...change, state: 'applied' }, context);
  }
}
