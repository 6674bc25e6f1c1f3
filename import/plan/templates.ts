import { contracts } from '../../build/contracts.ts';
import { structureProblem } from '../../core/gate/structure.ts';
import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { Tree } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { canonicalText, type SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { type ImportOutput, setField } from '../resources/output.ts';
import { everywhere } from './everywhere.ts';
import { escaped, parametrized } from './parametrized.ts';

type ObjectFact = SourceFact & { readonly aspect: 'object' };

/**
 * Writes a Template for each group of objects that exist in the same namespaces. A ClusterTemplateInstance applies a
 * Template to all namespaces of the tenant, including new ones. Otherwise, each namespace with the objects gets a
 * TemplateInstance.
 */
export function addTemplates(source: SourceTenant, facts: readonly SourceFact[], output: ImportOutput): void {
  const objects = facts.filter((fact): fact is ObjectFact => fact.aspect === 'object').filter(isPrintable);
  const manifests = objects.map(({ body, namespace }) => ({ namespace, manifest: escaped(body) }));
  const alike = groupBy(manifests, ({ manifest }) => canonicalText(manifest));
  const alone = [...alike.values()].filter((group) => group.length === 1).flat();
  const similar = groupBy(alone, ({ manifest, namespace }) => canonicalText(parametrized(manifest, namespace)));
  const placed = [
    ...[...alike.values()].filter((group) => group.length > 1),
    ...[...similar.values()].map((group) => (group.length > 1 ? group.map(withParameter) : group)),
  ];
  const sets = groupBy(placed, (group) => canonicalText(group.map(({ namespace }) => namespace).sort(compare)));
  const sorted = [...sets].sort(([a], [b]) => compare(a, b));
  for (const [index, [names, groups]] of sorted.entries()) {
    const namespaces = JSON.parse(names) as readonly string[];
    const bodies = groups.map(([first]) => first?.manifest ?? {});
    addTemplate({ source, index, namespaces, manifests: bodies.toSorted(byText) }, output);
  }
}

function byText(a: Tree, b: Tree): number {
  return compare(canonicalText(a), canonicalText(b));
}

interface PlacedManifest {
  readonly namespace: string;
  readonly manifest: Tree;
}

function withParameter({ namespace, manifest }: PlacedManifest): PlacedManifest {
  return { namespace, manifest: parametrized(manifest, namespace) };
}

/** False for Secrets, which are never written, and for objects that no Template can render, such as one with an invalid name. */
function isPrintable({ body }: ObjectFact): boolean {
  return body['kind'] !== 'Secret' && !structureProblem(body);
}

interface PlacedManifests {
  readonly source: SourceTenant;
  readonly index: number;
  readonly namespaces: readonly string[];
  readonly manifests: readonly Tree[];
}

function addTemplate({ source, index, namespaces, manifests }: PlacedManifests, output: ImportOutput): void {
  const isForAll = everywhere(source).every((name) => namespaces.includes(name));
  const existing = namespaces.filter((name) => name !== source.newNamespace);
  if (!isForAll && existing.length === 0) return;
  const name = `${source.name}-imported${index === 0 ? '' : `-${index + 1}`}`;
  const folder = `${source.name}/${name.slice(source.name.length + 1)}`;
  const template = output.addResource(`${folder}-template.yaml`, contracts['mto-template'].apiVersion, 'Template');
  setField(template, ['metadata', 'name'], name);
  setField(template, ['resources', 'manifests'], manifests);
  if (isForAll) addForAll(source.name, name, `${folder}-instance.yaml`, output);
  else for (const namespace of existing) addForOne(namespace, name, `${folder}-in-${namespace}.yaml`, output);
}

function addForAll(tenant: string, template: string, file: string, output: ImportOutput): void {
  const { apiVersion, kind } = contracts['mto-cluster-template-instance'];
  const instance = output.addResource(file, apiVersion, kind);
  setField(instance, ['metadata', 'name'], template);
  setField(instance, ['spec'], { template, sync: true, selector: { matchLabels: { [mtoTenantLabel]: tenant } } });
}

function addForOne(namespace: string, template: string, file: string, output: ImportOutput): void {
  const { apiVersion, kind } = contracts['mto-template-instance'];
  const instance = output.addResource(file, apiVersion, kind);
  setField(instance, ['metadata'], { name: template, namespace });
  setField(instance, ['spec'], { template, sync: true });
}
