import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compare } from '../../data/order.ts';

/** A kind of another system that leasehold does not read, and what to do with it. */
export interface UnreadKind {
  readonly group: string;
  /** `*` means every other kind of the group. */
  readonly kind: string;
  readonly fix: string;
}

/** Reads `kinds/<system>/unread-kinds.json` of every system that has one. */
export function readUnreadKinds(): readonly UnreadKind[] {
  const files = readdirSync('kinds').map((system) => `kinds/${system}/unread-kinds.json`);
  const found = files.filter((file) => existsSync(file));
  return found
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as readonly UnreadKind[])
    .sort((a, b) => compare(`${a.group} ${a.kind}`, `${b.group} ${b.kind}`));
}

/** build/unread-kinds.ts: the fix for each kind, by group and kind. */
export function unreadKindsModule(): string {
  const fixes = Object.fromEntries(readUnreadKinds().map(({ group, kind, fix }) => [`${group} ${kind}`, fix]));
  return `export const unreadKinds: Readonly<Record<string, string>> = ${JSON.stringify(fixes, null, 2)};\n`;
}
