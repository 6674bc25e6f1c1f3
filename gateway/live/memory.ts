import { type Tree, textAt } from '../../data/tree.ts';
import { openSizes } from './object-size.ts';
import { isPartial, maxSize, smallPart } from './resources.ts';

/** An object of a collection. Only its small part remains if the memory is full. */
export interface Kept {
  readonly object: Tree;
}

/** The memory for the objects of all collections, because members of tenants can create many objects. */
export interface Memory {
  /** Keeps an object, or its small part if it is too large, or if its tenant already needs too much memory. */
  readonly keep: (object: Tree) => Kept;
  readonly release: (kept: Kept) => void;
}

interface Counted {
  object: Tree;
  readonly size: number;
  readonly account: Account;
}

/** The memory of a tenant, or of a namespace that belongs to no tenant. */
interface Account {
  readonly name: string;
  sum: number;
  readonly all: Set<Counted>;
}

export interface MemoryOptions {
  /** In bytes of estimated memory. `most`: of a tenant. */
  readonly limits?: { readonly total: number; readonly most: number };
  /** The tenant of a namespace, if any. */
  readonly tenantOf?: (namespace: string) => string | undefined;
}

const memoryLimits = { total: 320 * 1024 * 1024, most: 64 * 1024 * 1024 } as const;

/**
 * If the memory is full, a new object replaces one of the tenant with the largest sum. Only objects in a namespace count, because
 * tenants cannot create others.
 */
export function openMemory({ limits = memoryLimits, tenantOf = () => undefined }: MemoryOptions = {}): Memory {
  const [accounts, sizeOf] = [openAccounts(), openSizes()];
  const fits = (account: Account, size: number): boolean => {
    if (account.sum + size > limits.most) return false;
    while (accounts.used() + size > limits.total) {
      const [first] = accounts.largestAbove(account.sum + size);
      if (!first) return false;
      accounts.remove(first);
      first.object = smallPart(first.object);
    }
    return true;
  };
  return {
    keep: (object) => {
      if (isPartial(object)) return { object };
      const [namespace, size] = [textAt(object, 'metadata', 'namespace'), sizeOf(object)];
      if (size > maxSize) return { object: smallPart(object) };
      if (namespace === '') return { object };
      const tenant = tenantOf(namespace);
      // No tenant has a name with a slash.
      const account = accounts.of(tenant ?? `/${namespace}`);
      return fits(account, size) ? accounts.add({ object, size, account }) : { object: smallPart(object) };
    },
    release: (kept) => {
      if ('account' in kept) accounts.remove(kept as Counted);
    },
  };
}

function openAccounts() {
  const accounts = new Map<string, Account>();
  let used = 0;
  return {
    used: () => used,
    of: (name: string): Account => accounts.get(name) ?? { name, sum: 0, all: new Set() },
    add: (one: Counted): Counted => {
      used += one.size;
      one.account.sum += one.size;
      one.account.all.add(one);
      accounts.set(one.account.name, one.account);
      return one;
    },
    remove: (one: Counted): void => {
      const { account, size } = one;
      if (!account.all.delete(one)) return;
      used -= size;
      account.sum -= size;
      if (account.all.size === 0) accounts.delete(account.name);
    },
    /** The objects of the account with the largest sum, if it is above a sum. */
    largestAbove: (sum: number): Iterable<Counted> => {
      let [largest, most]: [Iterable<Counted>, number] = [[], sum];
      for (const account of accounts.values()) if (account.sum > most) [largest, most] = [account.all, account.sum];
      return largest;
    },
  };
}
