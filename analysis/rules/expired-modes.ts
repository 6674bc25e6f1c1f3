import type { Resource } from '../../core/kind/resource.ts';
import { locate } from '../../core/parse/locate.ts';
import { atValue, type Problem, type UnlocatedProblem } from '../../core/problem/problem.ts';
import type { SourceFile } from '../../core/source/source.ts';

/** Warnings about entries of enforcement.modes whose `until` is not after `today`, a day such as `2026-12-01`. */
export function expiredModes(
  resources: readonly Resource[],
  files: readonly SourceFile[],
  today: string,
): readonly Problem[] {
  const platforms = resources.filter((resource): resource is Resource<'platform'> => resource.kind === 'platform');
  return locate(
    platforms.flatMap((platform) => problemsOf(platform, today)),
    files,
  );
}

function problemsOf({ body, origin, tenant }: Resource<'platform'>, today: string): readonly UnlocatedProblem[] {
  const modes = body.spec.enforcement?.modes ?? [];
  return modes.flatMap(({ mode, until }, index) => {
    if (until === undefined || until > today) return [];
    return [
      {
        code: 'expired-mode',
        origin,
        place: atValue(['spec', 'enforcement', 'modes', index, 'until']),
        message: `this entry for mode ${mode} was due for removal on ${until}; today is ${today}`,
        fix: 'remove the entry, or set a later date',
        tenants: [tenant],
      },
    ];
  });
}
