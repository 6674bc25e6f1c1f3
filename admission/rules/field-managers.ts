import { listAt, mappingAt, type Tree, textAt } from '../../data/tree.ts';
import { flattened, literal } from '../cel.ts';
import { type Rule, writes } from '../rule.ts';

/** Argo CD ignores the fields of this manager [sources: argocd-26]. */
const manager = 'leasehold-asleep';

/** The fields that the jobs for hibernation write, below each field that they do not own as a whole. */
const allowed: readonly (readonly [path: readonly string[], keys: readonly string[]])[] = [
  [[], ['f:metadata', 'f:spec']],
  [['f:spec'], ['f:replicas']],
  [['f:metadata'], ['f:annotations']],
  [
    ['f:metadata', 'f:annotations'],
    ['.', 'f:leasehold.dev/replicas-before-sleep'],
  ],
];

const celOfOthers = allowed
  .map(([path, keys]) => {
    const fields = ['fieldsV1', ...path].map((key) => `[?${literal(key)}]`).join('');
    return `m${fields}.orValue({}).filter(k, !(k in [${keys.map(literal).join(', ')}]))`;
  })
  .join('\n  + ');

function othersIn(entry: unknown): readonly string[] {
  return allowed.flatMap(([path, keys]) =>
    Object.keys(mappingAt(entry, 'fieldsV1', ...path)).filter((key) => !keys.includes(key)),
  );
}

/**
 * Everyone chooses the name of their field manager, so a member could hide any change of a workload from Argo CD, which would
 * then report it as in sync and apply no commit to it.
 */
export const fieldManagers: Rule = {
  id: 'field-managers',
  about: `Fields that belong to the field manager \`${manager}\`, which Argo CD ignores. It can own only replica counts, and the annotation of hibernation.`,
  targets: [
    {
      group: 'apps',
      resources: ['deployments', 'deployments/status', 'statefulsets', 'statefulsets/status'],
      operations: writes,
    },
  ],
  scope: 'tenants',
  exempts: 'nobody',
  clauses: [
    {
      message: `fields of the field manager ${manager}, other than those of hibernation`,
      cel: (object) =>
        flattened(`${object}.metadata.?managedFields.orValue([]).filter(m, m.?manager.orValue('') == ${literal(manager)})
  .map(m, ${celOfOthers})`),
      find: (object) => managedBy(object).flatMap(othersIn),
    },
  ],
};

function managedBy(object: Tree): readonly unknown[] {
  return listAt(object, 'metadata', 'managedFields').filter((one) => textAt(one, 'manager') === manager);
}
