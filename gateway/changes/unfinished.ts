import { fail } from '../response/problem.ts';
import type { ChangeRecord } from './record.ts';

/**
 * The maximum number of a person's changes in each state. The gateway keeps the content of pending changes, and requests the
 * state of open ones from the forge, so their number affects everyone.
 */
const limits = { pending: 10, open: 100 } as const;

/** Fails if the person already has as many pending or open changes as allowed. */
export function requireRoom(user: string, all: readonly ChangeRecord[]): void {
  for (const state of ['pending', 'open'] as const) {
    const count = all.filter((one) => one.user === user && one.state === state).length;
    if (count >= limits[state])
      fail(422, `${count} of your changes are ${state}; the maximum is ${limits[state]}. ${fixes[state]}`);
  }
}

const fixes = {
  pending: 'Close some, or wait until the forge accepts them',
  open: 'Close some, or wait until they are merged',
} as const;
