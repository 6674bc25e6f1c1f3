import type { SourceFile } from '../../leasehold.ts';

/** Generated files of any size that an author could use to slow down a render. */
export interface HostileShape {
  readonly name: string;
  /**
   * The size that the cost test doubles in long runs; other runs double an eighth of it. Large enough to show growth, small
   * enough to be fast.
   */
  readonly size: number;
  readonly files: (size: number) => readonly SourceFile[];
}

export const kleffApi = 'apiVersion: kleff.kleff.io/v1';
export const krytonApi = 'apiVersion: kryton.azrtydxb.io/v1alpha1';
export const mtoApi = 'apiVersion: tenantoperator.stakater.com';
export const sleepApi = 'apiVersion: hibernation.stakater.com/v1beta1';
export const templatesApi = 'apiVersion: templates.stakater.com/v1alpha1';

export function times(size: number, line: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: size }, (_, index) => line(index)).join(separator);
}

export function documents(size: number, document: (index: number) => string): string {
  return times(size, document, '\n---\n');
}

export function oneFile(text: string): readonly SourceFile[] {
  return [{ path: 'tenants/evil/evil.yaml', text: `${text}\n` }];
}

export function fileEach(size: number, text: (index: number) => string): readonly SourceFile[] {
  return Array.from({ length: size }, (_, index) => ({ path: `tenants/f${index}.yaml`, text: `${text(index)}\n` }));
}

export function kleff(name: string, spec = `plan: basic, userId: ${name}, username: ${name}`): string {
  return `${kleffApi}\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {${spec}}`;
}

export function kryton(name: string, namespace: string): string {
  return `${krytonApi}\nkind: Kryton\nmetadata: {name: ${name}, namespace: ${namespace}, labels: {leasehold.dev/tenant: ${name}}}\nspec: {version: "4.5.0", values: {}}`;
}

export function mto(name: string, spec: string): string {
  return `${mtoApi}/v1beta3\nkind: Tenant\nmetadata:\n  name: ${name}\nspec:\n  quota: small\n${spec}`;
}

export function list(size: number, item: (index: number) => string): string {
  return `[${times(size, item, ', ')}]`;
}

export const quota = `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {requests.cpu: "500"}}}\n---\n`;

export function namespaces(size: number, extra = ''): string {
  return `  namespaces:\n    withTenantPrefix: ${list(size, (n) => `n${n}`)}\n${extra}`;
}

export function clusterSupervisor(name: string, spec: string): string {
  return `${sleepApi}\nkind: ClusterResourceSupervisor\nmetadata: {name: ${name}}\nspec: {${spec}, schedule: {sleepSchedule: 0 20 * * 1-5, wakeSchedule: 0 6 * * 1-5}}`;
}

export function shapes(
  rows: readonly (readonly [name: string, size: number, files: HostileShape['files']])[],
): readonly HostileShape[] {
  return rows.map(([name, size, files]) => ({ name, size, files }));
}
