import { complete, type Mistake, setOf, setOfDirectories } from './mistake.ts';

const patch = (text: string) => complete(setOf({ templatePatch: text }));
/** The fields of an ApplicationSet whose list generator has a template with this spec. */
const withTemplate = (spec: object) => ({
  generators: [{ list: { elements: ['1/2', '2/2'].map((shard) => ({ shard })), template: { spec } } }],
});

/** Mistakes in an ApplicationSet. */
export const setMistakes: readonly Mistake[] = [
  {
    mistake: '`allowEmpty` set by `templatePatch`',
    severity: 'error',
    finds: ['spec.templatePatch', 'sets allowEmpty'],
    objects: patch('spec:\n  syncPolicy:\n    automated:\n      allowEmpty: true\n'),
  },
  {
    mistake: '`Replace=true` or a finalizer set by `templatePatch`',
    severity: 'error',
    finds: ['spec.templatePatch', 'sets Replace=true'],
    objects: patch('spec:\n  syncPolicy:\n    syncOptions: [Replace=true]\n'),
  },
  {
    mistake: '`allowEmpty`, `Replace=true` or a finalizer in the template of a generator',
    severity: 'error',
    finds: ['spec.generators[0].list.template', 'the template of a generator sets allowEmpty'],
    objects: complete(setOf(withTemplate({ syncPolicy: { automated: { allowEmpty: true } } }))),
  },
  {
    mistake: '`selfHeal: false` or `enabled: false` set by `templatePatch` or in the template of a generator',
    severity: 'warning',
    finds: ['spec.templatePatch', 'sets selfHeal: false'],
    objects: patch('spec:\n  syncPolicy:\n    automated:\n      selfHeal: false\n'),
  },
  {
    mistake:
      '`ignoreDifferences` that hide what isolates tenants, set by `templatePatch` or in the template of a generator',
    severity: 'error',
    finds: [
      'spec.generators[0].list.template.spec.ignoreDifferences[0]',
      'does not revert changes to Namespace objects',
    ],
    objects: complete(
      setOf(withTemplate({ ignoreDifferences: [{ kind: 'Namespace', jsonPointers: ['/metadata/labels'] }] })),
    ),
  },
  {
    mistake: 'Such a revision of a Git generator',
    severity: 'error',
    finds: ['spec.generators[0].git.revision', 'rendered is not the full name of a branch'],
    objects: complete(setOfDirectories({ revision: 'rendered' })),
  },
  {
    mistake: 'Such a revision set by `templatePatch` or in the template of a generator',
    severity: 'error',
    finds: ['spec.templatePatch.spec.source.targetRevision', 'main is not the full name of a branch'],
    objects: patch('spec:\n  source:\n    targetRevision: main\n'),
  },
  {
    mistake: 'A Git generator that lists the directories of another repository or branch',
    severity: 'warning',
    finds: ['spec.generators[0].git', 'the directories of main of', 'but applies rendered of'],
    objects: complete(setOfDirectories({ revision: 'refs/heads/main' })),
  },
  {
    mistake: 'A Git generator that excludes the directory of a tenant',
    severity: 'warning',
    finds: ['spec.generators[0].git.directories[1]', 'does not apply directories that match acme'],
    objects: complete(setOfDirectories({ directories: [{ path: '*' }, { path: 'acme', exclude: true }] })),
  },
  {
    mistake: 'An ApplicationSet without `goTemplate: true`, or without `missingkey=error`',
    severity: 'warning',
    finds: ['goTemplateOptions', 'a missing value is rendered as text'],
    objects: complete(setOf({ goTemplate: false })),
  },
  {
    mistake: 'An ApplicationSet of many tenants without `preserveResourcesOnDeletion`',
    severity: 'warning',
    finds: ['spec.syncPolicy', 'its tenants are deleted'],
    objects: complete(setOf({ syncPolicy: {} })),
  },
  {
    mistake: 'A list generator with a shard that does not exist',
    severity: 'error',
    finds: ['template.spec.source', 'shard 3/2 does not exist'],
    objects: complete(
      setOf({ generators: [{ list: { elements: [{ shard: '1/2' }, { shard: '2/2' }, { shard: '3/2' }] } }] }),
    ),
  },
  {
    mistake: 'A list generator that lacks a shard',
    severity: 'error',
    finds: ['the shard 2/2'],
    objects: complete(setOf({ generators: [{ list: { elements: [{ shard: '1/2' }] } }] })),
  },
];
