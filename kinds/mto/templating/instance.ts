import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { expand } from './expand.ts';
import { type Argument, bindParameters } from './parameters.ts';
import type { Target, Template } from './target.ts';

export type Instance = Resource<'mto-template-instance'> | Resource<'mto-cluster-template-instance'>;

/** The instance's objects for namespaces of one tenant; undefined when its Template is not there. */
export function resolveInstance(
  instance: Instance,
  namespaces: readonly string[],
  world: World,
  report: Report,
): readonly Emit[] | undefined {
  const template = world.target(instance, 'mto-template');
  checkParameterPlace(instance, report);
  checkSync(instance, report);
  if (!template) return undefined;
  const { values, faults } = bindParameters(template.body.parameters ?? [], givenBy(instance));
  const base = pathOfParameters(instance);
  for (const { code, path, message, fix, choices } of faults)
    report(code, [...base, ...path], message, { fix, choices });
  if (faults.length > 0) return undefined;
  const tell: Target['tell'] = (code, message, hint) => report(code, ['spec', 'template'], message, hint);
  return namespaces.flatMap((namespace) => expand({ ...targetOf(instance, template, world), values, namespace, tell }));
}

/** All of a target but what differs between namespaces. */
export function targetOf(instance: Instance, template: Template, world: World) {
  const isOneOfMany = instance.kind === 'mto-cluster-template-instance';
  const isDelegated = world.isDelegated(instance.origin);
  return { template, tenant: instance.tenant, isOneOfMany, isDelegated, world };
}

/** What the instance sets, wherever it does. */
export function givenBy({ body }: Instance): readonly Argument[] {
  return body.spec.parameters ?? body.parameters ?? [];
}

function pathOfParameters({ body }: Instance): readonly string[] {
  return body.spec.parameters === undefined && body.parameters !== undefined ? ['parameters'] : ['spec', 'parameters'];
}

function checkParameterPlace({ body }: Instance, report: Report): void {
  if (body.parameters === undefined) return;
  const fix = 'move them to spec.parameters';
  if (body.spec.parameters !== undefined)
    report('conflicting-fields', ['parameters'], 'parameters stand beside spec and in it', { fix });
  else
    report(
      'risky-value',
      ['parameters'],
      "parameters stand beside spec, where the operator's own definition drops them",
      { fix },
    );
}

/** Rendering always follows the Template, and Argo CD reverts what differs. */
function checkSync({ body }: Instance, report: Report): void {
  if (body.spec.sync !== false) return;
  const message = 'objects follow the Template and live edits are reverted all the same';
  report('ignored-field', ['spec', 'sync'], message, {
    fix: 'to stay with what is there now, name a copy of the Template; then remove sync',
  });
}
