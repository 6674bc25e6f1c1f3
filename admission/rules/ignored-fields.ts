import { listAt, textsAt } from '../../data/tree.ts';
import { flattened } from '../cel.ts';
import { differs } from '../changed-fields.ts';
import { type Rule, writes } from '../rule.ts';

const option = 'RespectIgnoreDifferences=true';

/** The fields with the options of automated syncs, of the next sync, and of the current or last one. */
const operations = [
  ['spec', 'syncPolicy'],
  ['operation', 'sync'],
  ['status', 'operationState', 'operation', 'sync'],
] as const;

const celOfOptions = (application: string) =>
  operations.map((path) => `${application}.?${path.join('.?')}.?syncOptions.orValue([])`).join(' + ');

const others = ['jqPathExpressions', 'managedFieldsManagers'] as const;

/** Argo CD ignores the text of a pointer before the first slash. */
const isOutsideMetadata = (pointer: string) => pointer.startsWith('/') && !pointer.startsWith('/metadata');

const celOfIgnored = `d.?jsonPointers.orValue([]).filter(p, !p.startsWith('/') || p.startsWith('/metadata')).map(p, 'jsonPointers ' + p)
  + ${others.map((field) => `d.?${field}.orValue([]).map(p, '${field} ' + p)`).join('\n  + ')}`;

function ignoredBy(entry: unknown): readonly string[] {
  const pointers = textsAt(entry, 'jsonPointers').filter((pointer) => !isOutsideMetadata(pointer));
  return [
    ...pointers.map((pointer) => `jsonPointers ${pointer}`),
    ...others.flatMap((field) => textsAt(entry, field).map((one) => `${field} ${one}`)),
  ];
}

/**
 * With the option, a sync keeps the ignored fields of the object in the cluster. An Application that ignores the tracking
 * annotation could therefore change an object of another Application, and have the exemptions of that Application
 * [sources: argocd-36].
 */
export const ignoredFields: Rule = {
  id: 'ignored-fields',
  about: `Applications of Argo CD with the option \`${option}\` that could keep the annotation \`argocd.argoproj.io/tracking-id\` of an object of another Application.`,
  targets: [{ group: 'argoproj.io', resources: ['applications'], operations: writes }],
  scope: 'cluster',
  exempts: 'platform',
  clauses: [
    {
      message: `ignoreDifferences with ${option}, other than jsonPointers outside /metadata`,
      cel: (object) => `!('${option}' in (${celOfOptions(object)})) ? []
  : ${flattened(`${object}.?spec.?ignoreDifferences.orValue([]).map(d, ${celOfIgnored})`)}`,
      find: (object) => {
        const options = operations.flatMap((path) => textsAt(object, ...path, 'syncOptions'));
        const entries = options.includes(option) ? listAt(object, 'spec', 'ignoreDifferences') : [];
        return entries.flatMap(ignoredBy);
      },
      changes: {
        cel: 'object.?spec.?ignoreDifferences != oldObject.?spec.?ignoreDifferences',
        test: (_, request) => differs(request, 'spec', 'ignoreDifferences'),
      },
    },
  ],
};
