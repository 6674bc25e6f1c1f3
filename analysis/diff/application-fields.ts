import { asText } from '../../data/as-text.ts';
import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import { isPresent, type SensitiveField } from './sensitive-field.ts';

const kinds = ['Application'];
const sources = [
  ['spec', 'source'],
  ['spec', 'sources', '*'],
  ['spec', 'sourceHydrator', 'drySource'],
  ['spec', 'sourceHydrator', 'syncSource'],
];

/** Fields that decide what an Application of Argo CD applies, with which permissions, and what it corrects. */
export const applicationFields: readonly SensitiveField[] = [
  {
    kinds,
    path: ['spec', 'project'],
    isSensitive: isPresent,
    risk: 'access-widened',
    why: (project) => `the Application has the permissions of the project ${asText(project)}`,
    isUsual: true,
  },
  {
    kinds,
    path: ['spec', 'destination'],
    isSensitive: isPresent,
    risk: 'access-widened',
    why: (to) => `the Application changes ${textAt(to, 'server') || textAt(to, 'name')}/${textAt(to, 'namespace')}`,
    isUsual: true,
  },
  ...sources.flatMap((path) => [
    {
      kinds,
      path,
      isSensitive: (source: unknown) => sourceText(source) !== '',
      risk: 'access-widened' as const,
      why: (source: unknown) => `the Application applies ${sourceText(source)}`,
      isUsual: true,
    },
    {
      kinds,
      path,
      isSensitive: (source: unknown) => revisionText(source) !== '',
      risk: 'policy-loosened' as const,
      why: (source: unknown) => `the Application applies revision ${revisionText(source)}`,
      isUsual: true,
    },
  ]),
  {
    kinds,
    path: ['spec', 'ignoreDifferences', '*'],
    isSensitive: isPresent,
    risk: 'policy-loosened',
    why: (item) => `Argo CD ignores differences of ${textAt(item, 'kind')} in ${ignoredText(item)}`,
    isUsual: true,
  },
  {
    kinds,
    path: ['spec'],
    isSensitive: (spec) => valueAt(spec, 'syncPolicy', 'automated', 'selfHeal') !== true,
    risk: 'policy-loosened',
    why: () => 'Argo CD does not revert changes in the cluster',
    isUsual: true,
  },
];

function sourceText(source: unknown): string {
  const parts = ['repoURL', 'path', 'chart'].map((field) => textAt(source, field));
  return parts.filter((part) => part !== '').join(' ');
}

function revisionText(source: unknown): string {
  return textAt(source, 'targetRevision') || textAt(source, 'targetBranch');
}

function ignoredText(item: unknown): string {
  const lists = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'];
  return lists.flatMap((list) => textsAt(item, list)).join(', ');
}
