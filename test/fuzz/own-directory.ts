import { parse, parseAllDocuments, stringify } from 'yaml';
import type { ReadableFile } from '../../core/source/source.ts';
import { mappingAt, textAt } from '../../data/tree.ts';
import type { SourceFile } from '../../leasehold.ts';
import { corpus } from '../corpus.ts';
import { acme, file, grant, kleff, kryton, org, shared } from '../laws/grant-attacks.ts';
import { Random } from '../random.ts';
import { mutate } from './mutate.ts';

const api = 'templates.stakater.com/v1alpha1';
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references of Templates
    replicas: '${{X}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references of Templates
    template: { spec: { containers: [{ name: 'web', image: '${Y}' }] } },
  },
};

/** What only the other tenant may render. */
export const secretOfAcme = 'only-for-acme';

function template(path: string, name: string, manifest: object): ReadableFile {
  const parameters = [{ name: 'X' }, { name: 'Y' }];
  const metadata = { name };
  return file(
    path,
    JSON.stringify({ apiVersion: api, kind: 'Template', metadata, parameters, resources: { manifests: [manifest] } }),
  );
}

/**
 * The files of the platform and of another tenant: a Template for all, one for the other tenant alone, and a namespace
 * of the other tenant in which a Grant allows objects of both.
 */
export const others: readonly SourceFile[] = [
  ...shared,
  template('platform/web.yaml', 'web', deployment),
  template('platform/tenants/acme.yaml', 'private', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'private' },
    data: { x: secretOfAcme },
  }),
  grant('billing', { tenants: ['acme', 'evil'], namespaces: ['billing'] }),
  acme,
  file(
    'tenants/acme/billing.yaml',
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: billing, labels: {stakater.com/tenant: acme}}\n',
  ),
];

/**
 * Documents that the tenant may write, in variants. The documents of other tests belong to other tenants, so they would
 * all be rejected.
 */
const documents: readonly (readonly ReadableFile[])[] = [
  [kleff('evil', 'free', 'evil'), inOwnNamespace(kleff('evil', 'free', 'evil'))],
  [org('evil', 'free')],
  [
    kryton({ ingress: { enabled: true, host: 'evil.apps.example.com' } }),
    kryton({ existingSecret: 'evil-bootstrap', persistence: { existingClaim: 'evil-data' } }, 'tenants'),
  ],
  [
    file(
      '',
      'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {users: [eve@example.com]}}}\n',
    ),
  ],
  [file('', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: evil-x, labels: {stakater.com/tenant: evil}}\n')],
  ['evil-dev', 'billing'].map(instanceIn),
];

function instanceIn(namespace: string): ReadableFile {
  return file(
    '',
    `apiVersion: ${api}\nkind: TemplateInstance\nmetadata: {name: web, namespace: ${namespace}}\nspec: {template: web, parameters: [{name: X, value: "1"}, {name: Y, value: nginx}]}\n`,
  );
}

function inOwnNamespace({ path, text }: ReadableFile): ReadableFile {
  return { path, text: text.replace('namespace: tenants', 'namespace: evil') };
}

export interface OwnDirectory {
  readonly tenant: string;
  readonly files: readonly SourceFile[];
}

/** The directory before any change. */
export const unchanged: OwnDirectory = directory(
  'evil',
  documents.flatMap(([first]) => first ?? []),
);

function directory(tenant: string, files: readonly ReadableFile[]): OwnDirectory {
  const named = files.map(({ text }, at) => file(`tenants/${tenant}/${at}.yaml`, text.replaceAll('evil', tenant)));
  return { tenant, files: named };
}

type Change = (files: readonly ReadableFile[], random: Random) => readonly SourceFile[];

const changes: readonly Change[] = [mutate, renamedOnce, renamedOnce, annotatedOnce];

/**
 * The directory of a tenant with a change in its documents. Sometimes, the documents are unchanged, but the tenant has the
 * name of an object of the other tenant.
 */
export function ownDirectory(seed: number): OwnDirectory {
  const random = new Random(seed);
  const chosen = documents.map((variants) => random.pick(variants));
  if (random.below(6) === 0) return directory('org-acme', chosen);
  const { tenant, files } = directory('evil', chosen);
  return { tenant, files: random.pick(changes)(files as readonly ReadableFile[], random) };
}

/** Names that the tenant does not own, such as those of the other tenant or of the platform. */
const foreign = ['acme', 'acme-dev', 'tenants', 'kube-system', 'evilx', 'argocd', 'Evil', ''];

/** Replaces the name of the tenant or of a Template at one of its places. */
function renamedOnce(files: readonly ReadableFile[], random: Random): readonly SourceFile[] {
  const chosen = random.below(files.length);
  return files.map((one, index) => {
    const places = [...one.text.matchAll(/evil(?:-[a-z]+)?|(?<=template: )web/g)];
    if (index !== chosen || places.length === 0) return one;
    const { index: start, 0: name } = random.pick(places);
    const other = name === 'web' ? 'private' : random.pick(foreign);
    return { ...one, text: `${one.text.slice(0, start)}${other}${one.text.slice(start + name.length)}` };
  });
}

type Annotation = readonly [key: string, value: unknown];

/** The annotations in the corpus, by the kind of their document. Each is listed once, even if many documents have it. */
const annotations = new Map<string, Map<string, Annotation>>();
for (const one of corpus().flatMap(({ files }) => files)) {
  if (!('text' in one) || !one.text.includes('annotations:')) continue;
  for (const document of [...parseAllDocuments(one.text)].map((each) => each.toJS() as unknown))
    for (const entry of Object.entries(mappingAt(document, 'metadata', 'annotations')))
      annotations.set(kindOf(document), withEntry(annotations.get(kindOf(document)), entry));
}

function withEntry(known: ReadonlyMap<string, Annotation> = new Map(), entry: Annotation): Map<string, Annotation> {
  return new Map([...known, [entry.map(String).join(': '), entry]]);
}

function kindOf(document: unknown): string {
  return `${textAt(document, 'apiVersion')} ${textAt(document, 'kind')}`;
}

/** Sets one annotation that a document of the same kind has in the corpus, and removes all other annotations. */
function annotatedOnce(files: readonly ReadableFile[], random: Random): readonly SourceFile[] {
  const known = files.filter(({ text }) => annotations.has(kindOf(parse(text))));
  const { path } = random.pick(known);
  return files.map((one) => {
    if (one.path !== path) return one;
    const document = parse(one.text) as { metadata: object };
    const [key, value] = random.pick([...(annotations.get(kindOf(document))?.values() ?? [])]);
    const metadata = { ...document.metadata, annotations: { [key]: value } };
    return file(path, stringify({ ...document, metadata }));
  });
}
