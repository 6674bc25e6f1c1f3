import { compare } from '../../data/order.ts';
import type { Authority } from '../kind/authority.ts';
import type { Resource } from '../kind/resource.ts';
import { type SelectedKeys, selectedKeys } from '../settings/selected-keys.ts';
import { type Settings, settingsFrom } from '../settings/settings.ts';
import type { Origin } from '../source/source.ts';
import type { Validated, ValidDocument } from '../validate/validate.ts';
import type { Layout } from './authority.ts';

/**
 * The documents that affect the settings. With tenant directories, these include all documents of the Platform's directory that
 * are not about a single tenant, because they can select namespaces.
 */
export function settingsSourcesOf(
  { valid }: Validated,
  { platform, directory, authorityOf }: Layout,
): readonly unknown[] {
  const isSetting = ({ kind }: ValidDocument) => kind === 'plan' || kind === 'grant';
  const isCommon = ({ origin }: ValidDocument) => directory !== undefined && isForAll(authorityOf(origin.file));
  return [platform, ...valid.filter((document) => isSetting(document) || isCommon(document))];
}

function isForAll(authority: Authority): boolean {
  return authority.sort === 'platform' && authority.about === undefined;
}

/** Settings from files that the authors of tenant directories cannot write. */
export function settingsIn(validated: Validated, layout: Layout): Settings {
  const trusted = validated.valid.filter(({ origin }) => layout.authorityOf(origin.file).sort !== 'tenant');
  const selectorOf = selectorsIn(validated, layout);
  return settingsFrom(layout.platform, bodies(trusted, 'plan'), bodies(trusted, 'grant'), selectorOf);
}

/** The labels by which platform files for all tenants select namespaces, computed when first needed. */
function selectorsIn({ valid }: Validated, { authorityOf }: Layout): (key: string) => string | undefined {
  let keys: SelectedKeys | undefined;
  return (key) => {
    keys ??= selectedKeys(sorted(valid.filter(({ origin }) => isForAll(authorityOf(origin.file)))));
    return keys.get(key);
  };
}

function bodies<Id extends 'plan' | 'grant'>(documents: readonly ValidDocument[], kind: Id): Resource<Id>['body'][] {
  const own = documents.filter((document) => document.kind === kind);
  return sorted(own).map(({ body }) => body as Resource<Id>['body']);
}

/** Sorted by position, so that the order of the files has no effect. */
function sorted(documents: readonly ValidDocument[]): readonly ValidDocument[] {
  return [...documents].sort((a, b) => compare(placeOf(a.origin), placeOf(b.origin)));
}

function placeOf({ file, document, base }: Origin): string {
  return `${file}#${document}#${base.join('.')}`;
}
