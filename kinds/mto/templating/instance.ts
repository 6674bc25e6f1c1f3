import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { expand } from './expand.ts';
import { type Argument, bindParameters } from './parameters.ts';
import type { Template, TemplateTarget } from './template-target.ts';

export type Instance = Resource<'mto-template-instance'> | Resource<'mto-cluster-template-instance'>;

/**
 * The instance's objects for the namespaces of one tenant. Undefined without the Template, or after reporting invalid
 * parameters.
 */
export function resolveInstance(
  instance: Instance,
  namespaces: readonly string[],
  world: World,
  report: Report,
): readonly Emit[] | undefined {
  const template = world.target(instance, 'mto-template');
  checkParameterPosition(instance, report);
  checkSync(instance, report);
  if (!template) return undefined;
  const { values, problems } = bindParameters(template.body.parameters ?? [], argumentsOf(instance));
  const base = parametersPath(instance);
  for (const { code, path, message, fix, choices } of problems)
    report(code, [...base, ...path], message, { fix, choices });
  if (problems.length > 0) return undefined;
  const reportToInstance: TemplateTarget['report'] = (code, message, hint) =>
    report(code, ['spec', 'template'], message, hint);
  return namespaces.flatMap((namespace) =>
    expand({ ...instanceTarget(instance, template, world), values, namespace, report: reportToInstance }),
  );
}

/** The part of a target that is the same for all namespaces. */
export function instanceTarget(instance: Instance, template: Template, world: World) {
  return {
    template,
    templateName: template.name,
    tenant: instance.tenant,
    given: new Set(argumentsOf(instance).map(({ name }) => name)),
    isClusterInstance: instance.kind === 'mto-cluster-template-instance',
    isDelegated: world.isDelegated(instance.origin),
    world,
  };
}

/** The parameters that the instance sets, below spec or next to it. */
export function argumentsOf({ body }: Instance): readonly Argument[] {
  return body.spec.parameters ?? body.parameters ?? [];
}

function parametersPath({ body }: Instance): readonly string[] {
  return body.spec.parameters === undefined && body.parameters !== undefined ? ['parameters'] : ['spec', 'parameters'];
}

function checkParameterPosition({ body }: Instance, report: Report): void {
  if (body.parameters === undefined) return;
  const fix = 'move them to spec.parameters';
  if (body.spec.parameters !== undefined)
    report('conflicting-fields', ['parameters'], 'parameters are set both in spec.parameters and outside spec', {
      fix,
    });
  else
    report(
      'risky-value',
      ['parameters'],
      'parameters are next to spec, where the API server drops them, because the CustomResourceDefinition of MTO has no such field',
      { fix },
    );
}

/** Warns about sync: false, which has no effect because Argo CD always reverts differences. */
function checkSync({ body }: Instance, report: Report): void {
  if (body.spec.sync !== false) return;
  const message = 'sync: false has no effect: objects always follow the Template';
  report('ignored-field', ['spec', 'sync'], message, {
    fix: 'to keep the current objects, refer to a copy of the Template; then delete sync',
  });
}
