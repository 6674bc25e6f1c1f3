import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary.ts';

/** A repository with similar tenants and some files of the sample, without a commit. */
export function repositoryOf(count: number): string {
  const root = temporaryFolder('leasehold-scale-');
  mkdirSync(join(root, 'tenants'));
  for (const name of ['platform.yaml', 'mto-quota-small.yaml', 'finops-price-book.yaml'])
    writeFileSync(join(root, 'tenants', name), readFileSync(join('tenants', name)));
  for (let index = 0; index < count; index++) {
    const name = `team-${String(index).padStart(5, '0')}`;
    writeFileSync(join(root, 'tenants', `${name}.yaml`), tenantText(name));
  }
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: root });
  return root;
}

function tenantText(name: string): string {
  return `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata:
  name: ${name}
spec:
  quota: small
  accessControl:
    owners:
      users:
        - ${name}@corp.io
  namespaces:
    withTenantPrefix:
      - dev
      - prod
`;
}
