import type { SourceFile } from '../leasehold.ts';

/** Files whose cost grows with a size, as an author might choose to slow a render down. */
export interface HostileShape {
  readonly name: string;
  /** The size at which the law starts to double: large enough to see growth, small enough to be quick. */
  readonly size: number;
  readonly files: (size: number) => readonly SourceFile[];
}

const kleffApi = 'apiVersion: kleff.kleff.io/v1';
const krytonApi = 'apiVersion: kryton.azrtydxb.io/v1alpha1';
const mtoApi = 'apiVersion: tenantoperator.stakater.com';
const sleepApi = 'apiVersion: hibernation.stakater.com/v1beta1';
const templatesApi = 'apiVersion: templates.stakater.com/v1alpha1';

function times(size: number, line: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: size }, (_, index) => line(index)).join(separator);
}

function documents(size: number, document: (index: number) => string): string {
  return times(size, document, '\n---\n');
}

function oneFile(text: string): readonly SourceFile[] {
  return [{ path: 'tenants/evil/evil.yaml', text: `${text}\n` }];
}

function fileEach(size: number, text: (index: number) => string): readonly SourceFile[] {
  return Array.from({ length: size }, (_, index) => ({ path: `tenants/f${index}.yaml`, text: `${text(index)}\n` }));
}

function kleff(name: string, spec = `plan: basic, userId: ${name}, username: ${name}`): string {
  return `${kleffApi}\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {${spec}}`;
}

function kryton(name: string, namespace: string): string {
  return `${krytonApi}\nkind: Kryton\nmetadata: {name: ${name}, namespace: ${namespace}, labels: {leasehold.dev/tenant: ${name}}}\nspec: {version: "4.5.0", values: {}}`;
}

function mto(name: string, spec: string): string {
  return `${mtoApi}/v1beta3\nkind: Tenant\nmetadata:\n  name: ${name}\nspec:\n  quota: small\n${spec}`;
}

function list(size: number, item: (index: number) => string): string {
  return `[${times(size, item, ', ')}]`;
}

const quota = `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {requests.cpu: "500"}}}\n---\n`;

function namespaces(size: number, extra = ''): string {
  return `  namespaces:\n    withTenantPrefix: ${list(size, (n) => `n${n}`)}\n${extra}`;
}

function clusterSupervisor(name: string, spec: string): string {
  return `${sleepApi}\nkind: ClusterResourceSupervisor\nmetadata: {name: ${name}}\nspec: {${spec}, schedule: {sleepSchedule: 0 20 * * 1-5, wakeSchedule: 0 6 * * 1-5}}`;
}

function shapes(
  rows: readonly (readonly [name: string, size: number, files: HostileShape['files']])[],
): readonly HostileShape[] {
  return rows.map(([name, size, files]) => ({ name, size, files }));
}

/** Text and YAML syntax. */
const yamlShapes = shapes([
  ['lone surrogates', 5000, (n) => oneFile(times(n, (i) => `k${i}: "\\ud800"`))],
  ['documents that are no resources', 5000, (n) => oneFile(documents(n, () => 'a: 1'))],
  ['empty documents', 5000, (n) => oneFile(times(n, () => '---'))],
  ['a flow mapping and then keys', 5000, (n) => oneFile(`a: {b: c}\n${times(n, (i) => `k${i}: v`)}`)],
  ['keys in a flow mapping', 5000, (n) => oneFile(`{${times(n, (i) => `k${i}: v`, ', ')}}`)],
  ['duplicate keys', 5000, (n) => oneFile(times(n, () => 'k: v'))],
  ['aliases', 5000, (n) => oneFile(`a: &a 1\n${times(n, (i) => `k${i}: *a`)}`)],
  ['anchors and aliases', 3000, (n) => oneFile(times(n, (i) => `k${i}: &a${i} 1\nl${i}: *a${i}`))],
  ['unknown aliases', 5000, (n) => oneFile(times(n, (i) => `k${i}: *a`))],
  ['lines of brackets', 300, (n) => oneFile(times(n, (i) => `k${i}: ${'['.repeat(190)}`))],
  ['closed brackets', 300, (n) => oneFile(times(n, (i) => `k${i}: ${'['.repeat(90)}${']'.repeat(90)}`))],
  ['one line of brackets', 5000, (n) => oneFile('[]'.repeat(n))],
  ['brackets in a row', 5000, (n) => oneFile(`a: [${'[],'.repeat(n)}]`)],
  ['question marks', 5000, (n) => oneFile(times(n, (i) => `? k${i}`))],
  ['dashes on a line', 5000, (n) => oneFile('- '.repeat(n))],
  ['a long line', 200_000, (n) => oneFile(`a: ${'x'.repeat(n)}`)],
  ['a long line of spaces', 200_000, (n) => oneFile(`a: b${' '.repeat(n)}c`)],
  ['lines of spaces', 1000, (n) => oneFile(times(n, () => ' '.repeat(900)))],
  ['a long quoted text', 200_000, (n) => oneFile(`a: "${'\\n'.repeat(n / 2)}"`)],
  ['an open quoted text', 200_000, (n) => oneFile(`a: "${'x\n '.repeat(n / 3)}`)],
  ['a folded text', 200_000, (n) => oneFile(`a: >\n${'  x\n\n'.repeat(n / 5)}`)],
  ['a plain text of many lines', 100_000, (n) => oneFile(`a: b\n${'  x\n'.repeat(n / 4)}`)],
  ['comments', 5000, (n) => oneFile(`${times(n, () => '# c')}\na: {b: 1}`)],
  ['tags', 5000, (n) => oneFile(times(n, (i) => `k${i}: !t${i} 1`))],
  ['tag directives', 5000, (n) => oneFile(`${times(n, (i) => `%TAG !t${i}! x`)}\n---\na: 1`)],
  ['unknown directives', 5000, (n) => oneFile(`${times(n, (i) => `%FOO${i} x`)}\n---\na: 1`)],
  ['ambiguous scalars', 5000, (n) => oneFile(`${kleff('t')}\n---\na:\n${times(n, () => '- yes')}`)],
  ['carriage returns', 5000, (n) => oneFile(times(n, (i) => `k${i}: v`, '\r'))],
  ['merge keys', 3000, (n) => oneFile(`a: &a {b: 1}\n${times(n, (i) => `k${i}: {<<: *a}`)}`)],
  ['deep mappings', 500, (n) => oneFile(times(n, (i) => `k${i}: ${'{a: '.repeat(60)}1${'}'.repeat(60)}`))],
  ['deep indentation', 100, (n) => oneFile(times(n, (i) => `${' '.repeat(i)}a:`))],
]);

/** Fields and schemas. */
const schemaShapes = shapes([
  ['unknown fields', 3000, (n) => oneFile(`${kleff('t')}\n${times(n, (i) => `k${i}: v`)}`)],
  ['unknown fields of spec', 3000, (n) => oneFile(kleff('t', times(n, (i) => `field${i}: v`, ', ')))],
  ['an unknown field of great length', 50_000, (n) => oneFile(kleff('t', `${'k'.repeat(n)}: v`))],
  ['a choice of great length', 50_000, (n) => oneFile(kleff('t', `plan: basic, userId: u, username: ${'u'.repeat(n)}`))],
  ['a kind of great length', 50_000, (n) => oneFile(`apiVersion: v1\nkind: ${'k'.repeat(n)}`)],
  ['unknown kinds', 3000, (n) => oneFile(documents(n, (i) => `apiVersion: v1\nkind: Kryto${i}`))],
  ['an apiVersion of great length', 50_000, (n) => oneFile(`apiVersion: ${'k'.repeat(n)}\nkind: Tenant`)],
  ['lists of wrong types', 5000, (n) => oneFile(mto('t', `  namespaces: {withTenantPrefix: ${list(n, () => '{}')}}`))],
  ['wrong map values', 3000, (n) => oneFile(`${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    k${i}: {}`)}\nspec: {plan: basic, userId: t, username: t}`)],
  ['wrong label keys', 3000, (n) => oneFile(`${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    "k${i}/": v`)}\nspec: {plan: basic, userId: t, username: t}`)],
  ['labels', 3000, (n) => oneFile(`${kleffApi}\nkind: Tenant\nmetadata:\n  name: t\n  namespace: tenants\n  labels:\n${times(n, (i) => `    k${i}: v`)}\nspec: {plan: basic, userId: t, username: t}`)],
  ['duplicate list items', 5000, (n) => oneFile(mto('t', `  namespaces: {withTenantPrefix: ${list(n, () => 'a')}}`))],
  ['server fields', 2000, (n) => oneFile(documents(n, (i) => `${kleffApi}\nkind: Tenant\nmetadata: {name: t${i}, namespace: tenants, uid: x, generation: 1}\nspec: {plan: basic, userId: t${i}, username: t}`))],
  ['items of a List', 3000, (n) => oneFile(`apiVersion: v1\nkind: List\nitems:\n${times(n, () => '- a: 1')}`)],
  ['resources in a List', 1000, (n) => oneFile(`apiVersion: v1\nkind: List\nitems:\n${times(n, (i) => `- {apiVersion: kleff.kleff.io/v1, kind: Tenant, metadata: {name: t${i}, namespace: tenants}, spec: {plan: basic, userId: t${i}, username: t, foo: 1}}`)}`)],
  ['keys with dots', 3000, (n) => oneFile(`${kleff('t')}\n${times(n, (i) => `${'a.'.repeat(50)}${i}: v`)}`)],
]);

/** Resources that refer to each other or want the same. */
const resourceShapes = shapes([
  ['claims of one namespace', 250, (n) => [...fileEach(n, (i) => kleff(`a${i}`, `plan: basic, userId: shared, username: u${i}`)), ...oneFile(documents(n, (i) => kryton(`k${i}`, 'user-shared')))]],
  ['residents of a claimed namespace', 1000, (n) => [...fileEach(1, () => kleff('a', 'plan: basic, userId: user-1, username: u')), ...oneFile(documents(n, (i) => kryton(`k${i}`, 'user-1')))]],
  ['resources of one name', 1000, (n) => oneFile(documents(n, () => kleff('same')))],
  ['resources of one name in files', 1000, (n) => fileEach(n, () => kleff('same'))],
  ['tenants', 1000, (n) => oneFile(documents(n, (i) => kleff(`t${i}`)))],
  ['Krytons in a namespace', 300, (n) => oneFile(documents(n, (i) => `${krytonApi}\nkind: Kryton\nmetadata: {name: k${i}, namespace: team, labels: {leasehold.dev/tenant: team}}\nspec: {version: "4.5.0", values: {}}`))],
  ['unresolved references', 500, (n) => oneFile(documents(n, (i) => `${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: quota-${i}}\nspec: {}\n---\n${mtoApi}/v1beta3\nkind: Tenant\nmetadata: {name: t${i}}\nspec: {quota: quoto-${i}}`))],
  ['joined namespaces', 1000, (n) => oneFile(`${quota}${mto('t', '')}\n---\n${documents(n, (i) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: t-${i}, labels: {stakater.com/tenant: t}}`)}`)],
  ['namespaces of unknown tenants', 1000, (n) => oneFile(documents(n, (i) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: t-${i}, labels: {stakater.com/tenant: t${i}}}`))],
  ['listed namespaces', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(n))}`)],
  ['namespaces with entries of metadata', 500, (n) => oneFile(`${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n${times(n, (i) => `      - {namespaces: [t-n${i}], labels: {a: b}}`)}`))}`)],
  ['metadata of unknown namespaces', 500, (n) => oneFile(`${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n${times(n, (i) => `      - {namespaces: [t-m${i}], labels: {a: b}}`)}`))}`)],
  ['one entry of metadata for unknown namespaces', 500, (n) => oneFile(`${quota}${mto('t', namespaces(n, `    metadata:\n      specific:\n      - {labels: {a: b}, namespaces: ${list(n, (i) => `t-m${i}`)}}`))}`)],
  ['owners of namespaces', 100, (n) => oneFile(`${quota}${mto('t', `${namespaces(n)}  accessControl:\n    owners: {users: ${list(n, (i) => `u${i}`)}}`)}`)],
  ['labels of namespaces', 100, (n) => oneFile(`${quota}${mto('t', `${namespaces(n, `    metadata: {common: {labels: {${times(n, (i) => `k${i}: v`, ', ')}}}}`)}`)}`)],
  ['sandboxes', 500, (n) => oneFile(`${quota}${mto('t', `  namespaces: {sandboxes: {enabled: true, private: true}}\n  accessControl:\n    owners: {users: ${list(n, (i) => `u${i}`)}}`)}`)],
  ['owners listed twice', 3000, (n) => oneFile(`${quota}${mto('t', `  accessControl:\n    owners: {users: ${list(n, (i) => `u${i}`)}}\n    editors: {users: ${list(n, (i) => `u${i}`)}}`)}`)],
  ['domains', 2000, (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowed: ${list(n, (i) => `"*.h${i}.example.com"`)}}`)}`)],
  ['a domain of many labels', 2000, (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowed: ["${'a.'.repeat(n)}com"]}`)}`)],
  ['an expression of great length', 1000, (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowedRegex: '${'(a|b)*'.repeat(n)}'}`)}`)],
  ['an expression that ends in labels', 2000, (n) => oneFile(`${quota}${mto('t', `  hostValidationConfig: {allowedRegex: '${'\\.a'.repeat(n)}'}`)}`)],
  ['a name of many dashes', 2000, (n) => oneFile(`${quota}${mto('t'.concat('-a'.repeat(n)), '')}`)],
  ['a quota without amounts for namespaces', 100, (n) => oneFile(`${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {${times(n, (i) => `count/r${i}.apps: "1"`, ', ')}}}}\n---\n${mto('t', namespaces(n))}`)],
  ['a quantity of many digits', 20_000, (n) => oneFile(`${mtoApi}/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {requests.cpu: "${'9'.repeat(n)}"}}}\n---\n${mto('t', namespaces(10))}`)],
  ['stated shares', 500, (n) => oneFile(`${quota}${mto('t', `${namespaces(2, `    metadata: {common: {annotations: {leasehold.dev/quota-share: "${times(n, (i) => `r${i}=1`, ',')}"}}}`)}`)}`)],
]);

/** Kinds that select what others define. */
const selectorShapes = shapes([
  ['supervisors', 30, (n) => oneFile(`${quota}${mto('t', namespaces(n))}\n---\n${documents(n, (i) => clusterSupervisor(`s${i}`, 'namespaces: {labelSelector: {matchLabels: {stakater.com/tenant: t}}}'))}`)],
  ['supervisors of one namespace', 200, (n) => oneFile(`${quota}${mto('t', namespaces(1))}\n---\n${documents(n, (i) => `${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s${i}, namespace: t-n0}\nspec: {schedule: {sleepSchedule: 0 20 1 * *, wakeSchedule: 0 6 2 * *}}`)}`)],
  ['schedules that differ every month', 30, (n) => oneFile(`${quota}${mto('t', namespaces(n))}\n---\n${documents(n, (i) => `${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s${i}, namespace: t-n${i}}\nspec: {schedule: {sleepSchedule: "${i % 60} 0-23 1 * *", wakeSchedule: "30 0-23 2 * *"}}`)}`)],
  ['a schedule of many items', 5000, (n) => oneFile(`${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s, namespace: t-n0}\nspec: {schedule: {sleepSchedule: "${'1,'.repeat(n)}1 20 * * *", wakeSchedule: 0 6 * * *}}`)],
  ['unknown names of a supervisor', 500, (n) => oneFile(`${quota}${mto('t', namespaces(n))}\n---\n${clusterSupervisor('s', `namespaces: {names: ${list(n, (i) => `t-m${i}`)}}`)}`)],
  ['unknown projects of a supervisor', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(5))}\n---\n${clusterSupervisor('s', `argocd: {namespace: argocd, appProjects: ${list(n, (i) => `p${i}`)}}`)}`)],
  ['labels of a selector', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(10))}\n---\n${clusterSupervisor('s', `namespaces: {labelSelector: {matchLabels: {${times(n, (i) => `k${i}: v`, ', ')}}}}`)}`)],
  ['values of a selector', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(10))}\n---\n${clusterSupervisor('s', `namespaces: {labelSelector: {matchExpressions: [{key: stakater.com/tenant, operator: NotIn, values: ${list(n, (i) => `v${i}`)}}]}}`)}`)],
  ['instances of a Template', 100, (n) => oneFile(`${quota}${mto('t', namespaces(n))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nresources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: "c"}}]}\n---\n${documents(n, (i) => `${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i${i}, namespace: t-n${i}}\nspec: {template: cm}`)}`)],
  ['parameters', 300, (n) => oneFile(`${quota}${mto('t', namespaces(1))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nparameters: ${list(n, (i) => `{name: P${i}, value: x}`)}\nresources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: "c"}, data: {${times(n, (i) => `k${i}: "\${Q${i}}"`, ', ')}}}]}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i, namespace: t-n0}\nspec: {template: cm, parameters: ${list(n, (i) => `{name: R${i}, value: x}`)}}`)],
  ['objects of a Template', 300, (n) => oneFile(`${quota}${mto('t', namespaces(1))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nresources: {manifests: ${list(n, () => '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}')}}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i, namespace: t-n0}\nspec: {template: cm}`)],
  ['windows of a project', 1000, (n) => oneFile(`${quota}${mto('t', namespaces(1))}\n---\n${mtoApi}/v1alpha1\nkind: Extensions\nmetadata: {name: e}\nspec: {tenantName: t, argoCD: {appProject: {sourceRepos: ${list(n, (i) => `r${i}`)}, syncWindows: ${list(n, (i) => `{kind: deny, schedule: "0 2${i % 4} * * *", duration: ${i}m, applications: ["*"]}`)}}}}`)],
  ['Grants', 300, (n) => [
    { path: 'platform/platform.yaml', text: `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n---\n${documents(n, (i) => `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: g${i}}\nspec: {tenants: [evil], names: [n${i}]}`)}\n` },
    ...oneFile(documents(n, (i) => kryton(`k${i}`, `m${i}`).replace(/leasehold.dev\/tenant: k\d+/, 'leasehold.dev/tenant: evil')))]],
  ['values outside Grants', 2000, (n) => [
    { path: 'platform/platform.yaml', text: `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n---\napiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: g}\nspec: {tenants: [evil], kinds: [Tenant.tenantoperator.stakater.com], fields: {Tenant.tenantoperator.stakater.com: {spec.quota: ${list(n, (i) => `q${i}`)}}}}\n` },
    ...oneFile(mto('evil', `  storageClasses: {allowed: ${list(n, (i) => `c${i}`)}}`))]],
]);

/** Every shape that costs must not grow faster than. */
export const hostileShapes: readonly HostileShape[] = [
  ...yamlShapes,
  ...schemaShapes,
  ...resourceShapes,
  ...selectorShapes,
];
