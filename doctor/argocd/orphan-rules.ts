import { groupBy } from '../../data/group-by.ts';
import { textAt } from '../../data/tree.ts';
import { count } from '../../shell/text.ts';
import { type Finding, warning } from '../finding.ts';
import { type Configuration, trackedBy } from './configuration.ts';

const path = 'metadata.annotations["argocd.argoproj.io/tracking-id"]';

/** Reports objects of Applications that are not in the input, with one finding for each Application. */
export function orphanRules({ applied, applications, foreign }: Configuration): readonly Finding[] {
  const present = [...applications, ...foreign].filter(({ isTemplate }) => !isTemplate);
  if (present.length === 0) return [];
  const names = new Set(
    present.flatMap(({ body, namespace }) => {
      const name = textAt(body, 'metadata', 'name');
      return [name, `${namespace}_${name}`];
    }),
  );
  const orphans = applied.filter(({ body }) => !names.has(trackedBy(body)));
  return [...groupBy(orphans, ({ body }) => trackedBy(body))].flatMap(([name, [first, ...others]]) => {
    if (!first) return [];
    const [belong, noun] = others.length === 0 ? ['belongs', 'object'] : ['belong', 'objects'];
    const what = `${count(others.length + 1, 'object')} ${belong} to the Application ${name}, which is not in the input`;
    const message = `${what}: if the Application was deleted, no other Application can take over or prune the ${noun}`;
    return [
      warning(first, {
        path,
        message,
        fix: 'export all Applications, or release the objects as docs/argocd-operations.md describes',
      }),
    ];
  });
}
