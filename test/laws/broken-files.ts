import { file } from './grant-attacks.ts';

/** A Tenant with a group, and a namespace that hibernates. */
export function member(name: string): readonly { readonly path: string; readonly text: string }[] {
  return [
    file(
      `tenants/${name}/tenant.yaml`,
      `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: ${name}-main}
spec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {groups: [${name}-team]}}}
---
apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: nights, namespace: ${name}-main-dev}
spec: {schedule: {sleepSchedule: "0 20 * * *", wakeSchedule: "0 8 * * *"}}
`,
    ),
  ];
}

/** Ways to make the files of a tenant invalid. */
export const breakages: readonly ((text: string) => string)[] = [
  () => 'spec: [',
  () => '',
  (text) => text.replaceAll('spec: {', 'spec: {nonsense: 1, '),
  (text) => text.replaceAll('kind: ', 'kind: No'),
  (text) => text.replaceAll(/name: \S+/g, 'name: UPPER,').replaceAll(',,', ','),
];
