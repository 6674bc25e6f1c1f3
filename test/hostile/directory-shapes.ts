import type { SourceFile } from '../../leasehold.ts';
import { documents, type HostileShape, shapes } from './write.ts';

const platform: SourceFile = {
  path: 'platform/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}\n',
};

function delegated(size: number, file: (index: number) => SourceFile): readonly SourceFile[] {
  return [platform, ...Array.from({ length: size }, (_, index) => file(index))];
}

/** Numbers of files, documents and directories. The limits of a directory apply to the largest shapes. */
export const directoryShapes: readonly HostileShape[] = shapes([
  ['files of a directory', 1000, (n) => delegated(n, (i) => ({ path: `tenants/evil/f${i}.yaml`, text: 'a: 1\n' }))],
  [
    'documents of a directory',
    9000,
    (n) => delegated(10, (i) => ({ path: `tenants/evil/f${i}.yaml`, text: documents(n / 10, () => 'a: 1') })),
  ],
  [
    'files of a directory that cannot be read',
    1000,
    (n) => delegated(n, (i) => ({ path: `tenants/evil/f${i}.yaml`, unreadable: 'binary' })),
  ],
  ['subdirectories', 1000, (n) => delegated(n, (i) => ({ path: `tenants/evil/d${i}/f.yaml`, text: 'a: 1\n' }))],
  [
    'nested subdirectories',
    1000,
    (n) => delegated(1, () => ({ path: `tenants/evil/${'d/'.repeat(n)}f.yaml`, text: 'a: 1\n' })),
  ],
  [
    'subdirectories with names that differ in case',
    500,
    (n) => delegated(n, (i) => ({ path: `tenants/evil/${i % 2 ? 'D' : 'd'}${i >> 1}/f.yaml`, text: 'a: 1\n' })),
  ],
  ['directories of tenants', 1000, (n) => delegated(n, (i) => ({ path: `tenants/evil${i}/f.yaml`, text: 'a: 1\n' }))],
]);
