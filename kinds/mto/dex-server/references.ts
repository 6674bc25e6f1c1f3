import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/** The IntegrationConfig that runs Dex. Undefined if there is none. */
export function managedDex(world: World): Resource<'mto-integration-config'> | undefined {
  return world.all('mto-integration-config').find(({ body }) => body.spec?.components?.dex?.mode === 'Managed');
}

interface Reference {
  readonly name: string;
  readonly namespace?: string;
}

/** Reports a Secret in another namespace, which the pod of Dex cannot mount, and a repository that does not run Dex. */
export function checkSecret(
  reference: Reference | undefined,
  { own, path, world }: { readonly own: string; readonly path: Path; readonly world: World },
  report: Report,
): void {
  const dex = managedDex(world)?.namespace;
  if (dex === undefined && world.isComplete('mto-integration-config')) warnAboutMissingDex(report);
  const actual = reference?.namespace ?? own;
  if (dex === undefined || !reference || actual === dex) return;
  const message = `Dex in namespace ${dex} cannot read the Secret ${reference.name} of namespace ${actual}`;
  const fix = `create the Secret in ${dex}, and set namespace: ${dex}`;
  report('mismatch', reference.namespace === undefined ? path : [...path, 'namespace'], message, { fix });
}

function warnAboutMissingDex(report: Report): void {
  const message = 'nothing is rendered: no IntegrationConfig sets components.dex.mode to Managed';
  report('ignored-field', ['spec'], message, { fix: 'set it to Managed, or remove the resource' });
}
