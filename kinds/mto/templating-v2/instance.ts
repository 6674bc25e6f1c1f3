import type { Resource } from '../../../core/kind/resource.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { selects } from '../../../kubernetes/label-selector.ts';
import { allowanceOf } from '../templating/allowance.ts';
import type { TemplateValues } from '../templating/references.ts';
import type { Target } from '../templating/template-target.ts';
import { fieldInFiles } from './object-field.ts';
import { bindTypedParameters } from './parameters.ts';

export type TemplateV2 = Resource<'mto-template-v2'>;
export type InstanceV2 = Resource<'mto-template-instance-v2'>;
type Argument = NonNullable<InstanceV2['body']['spec']['parameters']>[number];

/** An instance with its Template and the values of all parameters. */
export interface InstanceTarget extends Target {
  readonly template: TemplateV2;
  readonly instance: InstanceV2;
  readonly values: TemplateValues;
  /** The parameters that the instance sets. */
  readonly given: ReadonlySet<string>;
  /** The parameters whose values untrusted authors choose, in the instance or in a document that it reads. */
  readonly untrusted: ReadonlySet<string>;
}

/** Binds the parameters. Undefined without the Template, or after reporting why the instance cannot be rendered. */
export function boundTarget(
  instance: InstanceV2,
  namespace: TenantNamespace,
  world: World,
  report: Report,
): InstanceTarget | undefined {
  const template = world.target(instance, 'mto-template-v2');
  if (!template || !isPermitted(template, namespace, report)) return undefined;
  const read = (instance.body.spec.parameters ?? []).map((one) => withKnownValue(one, namespace.tenant, world));
  const args = read.map(({ argument }) => argument);
  const { values, problems } = bindTypedParameters(template.body.spec.parameters ?? [], args);
  for (const { code, path, message, fix, choices } of problems)
    report(code, ['spec', 'parameters', ...path], message, { fix, choices });
  if (values === undefined) return undefined;
  const isDelegated = world.isDelegated(instance.origin);
  const untrusted = read.filter((one) => isDelegated || one.isDelegated);
  return {
    template,
    templateName: template.name,
    instance,
    values,
    given: new Set(args.map(({ name }) => name)),
    untrusted: new Set(untrusted.map(({ argument }) => argument.name)),
    namespace: instance.namespace,
    tenant: namespace.tenant,
    isClusterInstance: false,
    isDelegated: isDelegated || untrusted.length > 0,
    world,
    report: (code, message, hint) => report(code, ['spec', 'templateRef'], message, hint),
  };
}

interface KnownArgument {
  readonly argument: Argument;
  /** Whether the value is from a document of untrusted authors that the instance reads. */
  readonly isDelegated: boolean;
}

/** Replaces a reference to a field with the value that the files define. */
function withKnownValue(argument: Argument, tenant: string, world: World): KnownArgument {
  const { name, value, valueFrom } = argument;
  const reference = value === undefined ? valueFrom?.objectFieldRef : undefined;
  const found = reference && fieldInFiles(reference, tenant, world);
  if (found === undefined) return { argument, isDelegated: false };
  return { argument: { name, value: found.text }, isDelegated: found.isDelegated };
}

/** Whether the Template can be used in the namespace. By default, it can be used only in its own namespace [sources: mto-38]. */
function isPermitted(template: TemplateV2, { name, labels }: TenantNamespace, report: Report): boolean {
  const { targetNamespaces: allowed } = template.body.spec;
  const listed = allowed?.explicit?.allow?.literal ?? [];
  const isSelected = allowed?.selector !== undefined && selects(allowed.selector, labels);
  const isOwn = allowed === undefined && template.namespace === name;
  if (isOwn || listed.includes('*') || listed.includes(name) || isSelected) return true;
  const message = `Template ${template.namespace}/${template.name} cannot be used in namespace ${name}`;
  report('not-granted', ['spec', 'templateRef'], message, {
    fix: "add the namespace to the Template's targetNamespaces.explicit.allow.literal, or select it by its labels",
  });
  return false;
}

/** The data of a Go template, and its fields whose values the instance sets or untrusted authors choose. */
export function contextOf({ instance, values, given, untrusted, tenant, world }: InstanceTarget) {
  const { name, namespace, body } = instance;
  const own = ['instance.name', 'instance.labels'];
  const fieldOf = (parameter: string) => `parameters.${parameter}`;
  const isDelegated = world.isDelegated(instance.origin);
  return {
    data: {
      parameters: Object.fromEntries(values),
      instance: { name, namespace, labels: body.metadata.labels ?? {} },
    },
    given: new Set([...[...given].map(fieldOf), ...own]),
    untrusted: new Set([...[...untrusted].map(fieldOf), ...(isDelegated ? own : [])]),
    allowance: allowanceOf({ isDelegated, tenant, world }),
  };
}
