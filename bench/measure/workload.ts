import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A repository of tenants with one file each, as a user would write it. */
export interface Workload {
  /** The label of its tenants in the table. */
  readonly label: string;
  tenant(name: string): string;
}

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata:
  name: platform
spec:
  defaultNamespace: tenants
  cluster:
    kubernetes: "1.36"
    mesh: istio
  kleff:
    sidecar:
      cni: true
`;

/** Kleff Tenants in a mesh. The user ID and the user name are the tenant's name with a prefix, so that peers can replace them. */
export const kleff: Workload = {
  label: 'Kleff Tenants',
  tenant: (name) => `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata:
  name: ${name}
  namespace: tenants
spec:
  plan: basic
  userId: user-${name}
  username: person-${name}
`,
};

/** Orgs that no KeyMaterial refers to. Each causes a warning with a line and a column. */
export const warned: Workload = {
  label: 'Orgs with a warning each',
  tenant: (name) => `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata:
  name: ${name}
  namespace: tenants
spec:
  slug: ${name}
  region_code: us-east-1
  plan_tier: enterprise
  data_plane_image: tetrapus/server:1.0.0
`,
};

export function tenantName(index: number): string {
  return `t-${String(index).padStart(5, '0')}`;
}

/** Writes `tenants/` in a folder: a Platform and the named tenants. */
export function writeRepository(folder: string, workload: Workload, names: readonly string[]): void {
  const tenants = join(folder, 'tenants');
  mkdirSync(tenants, { recursive: true });
  writeFileSync(join(tenants, 'platform.yaml'), platform);
  for (const name of names) writeFileSync(join(tenants, `${name}.yaml`), workload.tenant(name));
}

/** Writes the same tenants with a directory for each, and the Platform in a directory next to them. */
export function writeDirectories(folder: string, workload: Workload, names: readonly string[]): void {
  const write = (name: string, file: string, text: string) => {
    mkdirSync(join(folder, 'tenants', name), { recursive: true });
    writeFileSync(join(folder, 'tenants', name, file), text);
  };
  write(
    'platform',
    'platform.yaml',
    platform.replace('spec:\n', 'spec:\n  directoryPerTenant: true\n  trustTenantDirectories: true\n'),
  );
  for (const name of names) write(name, 'tenant.yaml', workload.tenant(name));
}
