import { stringify } from 'yaml';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { ReadableFile } from '../../core/source/source.ts';
import { listAt, mappingAt, type Tree, textAt } from '../../data/tree.ts';
import { formatName, type ObjectId } from '../../kubernetes/object-id.ts';
import { type Rendering, render } from '../../leasehold.ts';
import type { OutputResource } from '../resources/output.ts';
import { indexFacts, type RenderedEffect } from './compare.ts';
import type { Fact } from './fact.ts';
import { bodyOf, enforcedIn, renderedFacts } from './rendered.ts';
import type { SourceTenant } from './source-system.ts';
import { resourceLabel, statementFacts } from './statements.ts';

export interface RenderedOutput {
  readonly effect: RenderedEffect;
  readonly facts: readonly Fact[];
  /** The rendered objects of each file of the output, by name. */
  readonly byFile: ReadonlyMap<string, ReadonlyMap<string, Tree>>;
  /** The rendered objects of Templates. */
  readonly ofTemplates: readonly ObjectId[];
  /** The problems that `leasehold check` finds in the files. Missing context is an error. */
  readonly problems: readonly Problem[];
}

/**
 * Renders the resources and reads the effect on existing namespaces and on a new namespace of each tenant. Files with
 * errors and files that depend on them have no effect.
 */
export function renderEffect(resources: readonly OutputResource[], tenants: readonly SourceTenant[]): RenderedOutput {
  const first = renderOf(resources);
  const valid = withoutErrors(resources, first.problems);
  const now = valid === resources ? first : renderOf(valid);
  const later = tenants.length === 0 ? now : renderOf(valid.map((resource) => withNewNamespace(resource, tenants)));
  const added = new Set(tenants.map(({ newNamespace }) => newNamespace));
  const isLater = (fact: Fact) => 'namespace' in fact && added.has(fact.namespace);
  const isAlone = (fact: Fact) => fact.aspect === 'quota' && fact.namespaces.every((name) => added.has(name));
  const facts = [
    ...renderedFacts(now.objects),
    ...renderedFacts(later.objects).filter((fact) => isLater(fact) || isAlone(fact)),
    ...statementFacts(valid.map(({ body }) => body)),
  ];
  const enforced = new Map([...enforcedIn(later.objects), ...enforcedIn(now.objects)]);
  const effect = indexFacts(facts, { failed: failedIn(resources, valid, tenants), objects: objectsIn(now), enforced });
  const ofTemplates = now.objects.filter(({ shape }) => shape === undefined).map(({ id }) => id);
  return { effect, facts, byFile: objectsByFile(now), ofTemplates, problems: first.problems };
}

function renderOf(resources: readonly OutputResource[]): Rendering {
  const rendering = render(resources.map(printResource));
  return { ...rendering, problems: rendering.problems.map(withContextRequired) };
}

/**
 * Turns a warning about missing context into an error. A repository can consist only of samples, but an export without the
 * resources that it refers to is incomplete.
 */
function withContextRequired(problem: Problem): Problem {
  if (problem.code !== 'missing-context') return problem;
  const [message = ''] = problem.message.split(', so ');
  return { ...problem, code: 'unresolved-reference', severity: 'error', message };
}

function objectsIn({ objects }: Rendering): ReadonlyMap<string, Tree> {
  return new Map(objects.map((manifest) => [formatName(manifest.id), bodyOf(manifest)]));
}

function objectsByFile({ objects }: Rendering): RenderedOutput['byFile'] {
  const byFile = new Map<string, Map<string, Tree>>();
  for (const manifest of objects) {
    const file = manifest.origin?.file ?? '';
    const own = byFile.get(file) ?? new Map<string, Tree>();
    byFile.set(file, own.set(formatName(manifest.id), bodyOf(manifest)));
  }
  return byFile;
}

/** The resources that have no effect because of an error, and the namespaces of the Tenants among them. */
function failedIn(
  all: readonly OutputResource[],
  valid: readonly OutputResource[],
  tenants: readonly SourceTenant[],
): ReadonlySet<string> {
  const failed = all.filter((resource) => !valid.includes(resource)).map(({ body }) => resourceLabel(body));
  const namespaces = tenants
    .filter(({ name }) => failed.includes(`Tenant ${name}`))
    .flatMap((tenant) => [...tenant.namespaces, tenant.newNamespace]);
  return new Set([...failed, ...namespaces]);
}

/** The resources without errors. Excludes resources that depend on resources with errors. */
function withoutErrors(resources: readonly OutputResource[], problems: readonly Problem[]): readonly OutputResource[] {
  const wrong = new Set(problems.filter(isError).map(({ at }) => at.file));
  if (wrong.size === 0) return resources;
  const rest = resources.filter(({ file }) => !wrong.has(file));
  return rest.length === resources.length ? [] : withoutErrors(rest, renderOf(rest).problems);
}

function withNewNamespace(resource: OutputResource, tenants: readonly SourceTenant[]): OutputResource {
  const name = textAt(resource.body, 'metadata', 'name');
  const tenant = resource.body['kind'] === 'Tenant' ? tenants.find((one) => one.name === name) : undefined;
  if (!tenant) return resource;
  const spec = mappingAt(resource.body, 'spec');
  const namespaces = mappingAt(spec, 'namespaces');
  const withoutTenantPrefix = [...listAt(namespaces, 'withoutTenantPrefix'), tenant.newNamespace];
  const body = { ...resource.body, spec: { ...spec, namespaces: { ...namespaces, withoutTenantPrefix } } };
  return { file: resource.file, body };
}

/** Prints a resource with sorted keys, like all output of leasehold. */
export function printResource({ file, body }: OutputResource): ReadableFile {
  return { path: file, text: stringify(body, { version: '1.1', lineWidth: 0, sortMapEntries: true }) };
}
