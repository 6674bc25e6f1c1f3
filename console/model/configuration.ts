import { isTenant } from '../../core/kind/tenant.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { type KindName, kindName, type Source, sourceFinder } from './source.ts';
import type { World } from './world.ts';

/** A document that belongs to no tenant: the Platform, an IntegrationConfig, a Quota, prices. */
export interface ConfigurationDocument {
  readonly kind: KindName;
  readonly source: Source;
  /** The content of the document, as YAML. */
  readonly text: string;
  /** The objects that it renders. */
  readonly objects: readonly string[];
}

/** The documents that all tenants share, by kind and name. */
export function configurationOf(world: World): readonly ConfigurationDocument[] {
  const own = world.resources().filter(({ tenant }) => !isTenant(tenant));
  const find = sourceFinder(own, world);
  const { objects } = world.all();
  const documents = own.flatMap((resource): readonly ConfigurationDocument[] => {
    const source = find(resource.origin);
    if (!source) return [];
    const rendered = objects.filter(({ origin }) => origin === resource.origin).map(({ id }) => formatId(id));
    return [{ kind: kindName(resource), source, text: printYaml(resource.body, 0).trimStart(), objects: rendered }];
  });
  return documents.sort((a, b) => (a.source.label < b.source.label ? -1 : 1));
}
