import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compare } from '../../data/order.ts';

/** A kind of another system that leasehold does not read, and what to do with it. */
export interface UnreadKind {
  readonly group: string;
  /** `*` means every other kind of the group. */
  readonly kind: string;
  readonly fix: string;
  /** Its resources might isolate tenants, so ignoring them is an error. */
  readonly couldProtect?: boolean;
}

/** The code of the problem for a resource of the kind. */
export function codeOfUnread({ couldProtect }: UnreadKind): 'unknown-kind' | 'unread-kind' {
  return couldProtect ? 'unknown-kind' : 'unread-kind';
}

/** Reads `kinds/<system>/unread-kinds.json` of every system that has one. */
export function readUnreadKinds(): readonly UnreadKind[] {
  const files = readdirSync('kinds').map((system) => `kinds/${system}/unread-kinds.json`);
  const found = files.filter((file) => existsSync(file));
  return found
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as readonly UnreadKind[])
    .sort((a, b) => compare(`${a.group} ${a.kind}`, `${b.group} ${b.kind}`));
}

/** build/unread-kinds.ts: the code and the fix for each kind, by group and kind. */
export function unreadKindsModule(): string {
  const entries = readUnreadKinds().map((one) => [
    `${one.group} ${one.kind}`,
    { code: codeOfUnread(one), fix: one.fix },
  ]);
  const type = `Readonly<Record<string, { readonly code: 'unknown-kind' | 'unread-kind'; readonly fix: string }>>`;
  return `export const unreadKinds: ${type} = ${JSON.stringify(Object.fromEntries(entries), null, 2)};\n`;
}
