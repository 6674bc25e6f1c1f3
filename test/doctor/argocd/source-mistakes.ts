import { complete, type Mistake, plugin, rendered, shards, withParameters } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

/** Mistakes in the source of an Application. */
export const sourceMistakes: readonly Mistake[] = [
  {
    mistake: 'Two Applications that render the same tenants',
    severity: 'error',
    finds: ['renders the same tenants'],
    objects: complete(plugin(), plugin({ metadata: { name: 'other' } })),
  },
  {
    mistake: 'An Application of all tenants and an Application of one of them',
    severity: 'error',
    finds: ['Application argocd/tenants-acme', 'renders the same tenants'],
    objects: complete(plugin(), withParameters({ tenant: 'acme' }, 'tenants-acme')),
  },
  {
    mistake: 'An Application of a shard that can contain the tenant of another Application',
    severity: 'error',
    finds: ['can render the same tenants'],
    objects: complete(...shards('1/2', '2/2'), withParameters({ tenant: 'acme' }, 'tenants-acme')),
  },
  {
    mistake: 'Two Applications of the same rendered directory, or of nested ones',
    severity: 'error',
    finds: ['Application argocd/eu', 'renders the same tenants'],
    objects: complete(rendered(), rendered({ metadata: { name: 'eu' }, source: { path: 'eu' } })),
  },
  {
    mistake: 'A missing shard',
    severity: 'error',
    finds: ['the shard 4/4', 'so its tenants are missing'],
    objects: complete(...shards('1/4', '2/4', '3/4')),
  },
  {
    mistake: 'Shards with different totals',
    severity: 'error',
    finds: ['some shards divide the tenants into 4 parts, others into 5'],
    objects: complete(...shards('1/4', '2/4', '3/4', '4/4', '1/5')),
  },
  {
    mistake: 'A shard that does not exist',
    severity: 'error',
    finds: ['source.plugin', 'rejects these parameters'],
    objects: complete(...shards('1/4', '2/4', '3/4', '4/4'), ...brokenShard('5/4')),
  },
  {
    mistake: 'A duplicate shard',
    severity: 'error',
    finds: ['renders the same tenants'],
    objects: complete(...shards('1/2', '2/2'), withParameters({ shard: '2/2' }, 'again')),
  },
  {
    mistake: 'An empty parameter',
    severity: 'error',
    finds: ['source.plugin', 'rejects these parameters'],
    objects: complete(withParameters({ tenant: '' })),
  },
  {
    mistake: '`max-removed` without `previous`',
    severity: 'error',
    finds: ['source.plugin', 'rejects these parameters'],
    objects: complete(withParameters({ 'max-removed': '10' })),
  },
  {
    mistake: 'A parameter that the plugin does not have',
    severity: 'error',
    finds: ['no parameter tennant'],
    objects: complete(withParameters({ tennant: 'acme' })),
  },
  {
    mistake: 'A plugin name without the version of the plugin',
    severity: 'error',
    finds: ['plugin.name', 'only by its name and version'],
    objects: complete(plugin({ plugin: { name: 'leasehold' } })),
  },
  {
    mistake: 'A path or directory outside the repository',
    severity: 'error',
    finds: ['source.path', 'outside the repository'],
    objects: complete(plugin({ source: { path: '../tenants' } })),
  },
  {
    mistake: 'A rendered directory outside the repository',
    severity: 'error',
    finds: ['source.path', 'outside the repository'],
    objects: complete(rendered({ source: { path: 'a/../../b' } })),
  },
  {
    mistake: 'A rendered directory without `recurse`',
    severity: 'error',
    finds: ['source.directory', 'subdirectories'],
    objects: complete(rendered({ source: { directory: {} } })),
  },
  {
    mistake: '`include` or `exclude` that leave out manifests of a rendered directory',
    severity: 'warning',
    finds: ['source.directory.exclude', 'exclude: {*networkpolicy*,b}', 'can leave out objects that isolate tenants'],
    objects: complete(rendered({ source: { directory: { recurse: true, exclude: '{*networkpolicy*,b}' } } })),
  },
  {
    mistake: 'Several sources in an Application',
    severity: 'warning',
    finds: ['spec.sources', 'replaces the same object'],
    objects: complete(severalSources()),
  },
  {
    mistake: 'A revision that is not the full name of a branch, such as `main` or `HEAD`, because a tag can replace it',
    severity: 'error',
    finds: ['source.targetRevision', 'main is not the full name of a branch', 'whoever can push a matching tag'],
    objects: complete(plugin({ source: { targetRevision: 'main' } })),
  },
  {
    mistake: 'Such a revision of a rendered directory',
    severity: 'error',
    finds: ['source.targetRevision', 'rendered is not the full name of a branch'],
    objects: complete(rendered({ source: { targetRevision: 'rendered' } })),
  },
];

function brokenShard(shard: string): readonly ArgoCdObject[] {
  return [withParameters({ shard }, 'wrong')];
}

function severalSources(): ArgoCdObject {
  const own = plugin();
  const { source, ...spec } = own['spec'] as { readonly source: object };
  return {
    ...own,
    spec: {
      ...spec,
      sources: [source, { repoURL: 'https://charts.example.com', chart: 'extra', targetRevision: '1.0.0' }],
    },
  };
}
