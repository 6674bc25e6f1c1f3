import * as assert from 'uvu/assert';
import { isError } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import { type Problem, render, type SourceFile } from '../../../leasehold.ts';
import { suite } from '../../harness.ts';
import { tried, triesAll } from '../../runs.ts';
import { type Crd, type CrdSchema, documentWith, type Probe, probesOf, publishedCrds } from '../crd-schema.ts';

/** The expected errors of documents that a CRD accepts, and why leasehold rejects them. */
const rejected: readonly { readonly message: RegExp; readonly reason: string }[] = [
  { message: /requires the field (template|tenantName)$/, reason: 'an empty name refers to nothing' },
  { message: /requires the field quota$/, reason: 'a tenant without a quota has no bounds' },
  {
    message: /requires the field (key|operator|scopeName)$/,
    reason: 'Kubernetes rejects an empty selector requirement',
  },
  {
    message: /^(operator Exists does not allow|Exists must not have) values$/,
    reason: 'Kubernetes rejects the selector',
  },
  {
    message: /selector is ambiguous: it could match every namespace or none/,
    reason: 'upstream does not define the meaning',
  },
  { message: /(Whitelist|Blacklist)\[0\] requires the field kind$/, reason: 'an empty kind matches nothing' },
  { message: /^(parameters|setValues)\[0\] requires the field name$/, reason: 'no text can refer to it' },
  {
    message: /^(helm requires the field chart|chart requires the field repository)$/,
    reason: 'there is nothing to inflate',
  },
  { message: /^repoUrl is missing, so the chart cannot be downloaded$/, reason: 'there is nothing to inflate' },
  { message: /^(username|password) requires the field (key|name)$/, reason: 'it refers to no Secret' },
  { message: /^(secrets|configMaps)\[0\] requires the field (name|namespace)$/, reason: 'it names nothing to copy' },
  {
    message: /^spec must be a mapping, not "web"$/,
    reason: 'before MTO 0.8, spec of a Template was a string next to its other fields',
  },
  { message: /^an enabled Vault integration requires/, reason: 'Vault cannot be reached' },
  {
    message: /^policies\[0\] requires the field name$|^rules\[0\] requires the field path$/,
    reason: 'Vault rejects it',
  },
  {
    message:
      /^sqlite3 needs a volume|^https is not supported|^tls(Cert|Key) is not supported|^the pod of Dex has no directory/,
    reason: 'the pod of Dex has neither a volume nor such files',
  },
  { message: /^a client that is not public requires secretRef$/, reason: 'Dex does not start' },
  {
    message: /^a Connector requires either configSecretRef or config, but this one has neither$/,
    reason: 'Dex does not start',
  },
  { message: /^spec requires the field (name|userID|credentialSecretRef)$/, reason: 'nobody could log in with it' },
  { message: /^redirectURIs has 0 items; it must have at least 1 item/, reason: 'Dex could not send users back' },
  { message: /^manifests\[0\] requires the field (apiVersion|kind)$/, reason: 'Kubernetes has no such object' },
];

/** A Quota, and a Tenant with the namespace of the generated documents. */
const context: SourceFile = {
  path: 'tenants/context.yaml',
  text: [
    { kind: 'Quota', version: 'v1beta1', name: 'small', body: {} },
    {
      kind: 'Tenant',
      version: 'v1beta3',
      name: 'context',
      body: { quota: 'small', namespaces: { withoutTenantPrefix: ['own'] } },
    },
  ]
    .map(({ kind, version, name, body }) =>
      JSON.stringify({ apiVersion: `tenantoperator.stakater.com/${version}`, kind, metadata: { name }, spec: body }),
    )
    .join('\n---\n'),
};

const texts: readonly (readonly [RegExp, string])[] = [
  [/sleepSchedule$/, '0 19 * * 1-5'],
  [/wakeSchedule$/, '0 7 * * 1-5'],
  [/Regex$/, '^a$'],
  [/^spec\.expiry\..*/, '1h'],
  [/(web|telemetry)\.http$/, '0.0.0.0:5600'],
  [/responseTypes\.0$/, 'code'],
  [/(url|Url|URL|host|address|issuer)$/, 'https://example.com'],
  [/scopeName$/, 'PriorityClass'],
  [/scopes\.0$/, 'BestEffort'],
  [/operator$/, 'Exists'],
  [/limits\.0\.type$/, 'Container'],
  [/capabilities\.0$/, 'read'],
  [/tenantRoles\.0$/, 'owner'],
  [/quota$/, 'small'],
  [/\.pods$/, '2'],
  [/(CPU|RAM|GPU|storage|NetworkEgress)$/, '0.03'],
];

function textFor(path: Path): string {
  const written = path.join('.');
  return texts.find(([pattern]) => pattern.test(written))?.[1] ?? 'web';
}

/** The problems of each text, rendered once, because the variants of a kind have most fields in common. */
const known = new Map<string, readonly Problem[]>();

function problemsOf(crd: Crd, schema: CrdSchema, probe: Probe): readonly Problem[] {
  const isOfPlatform = crd.kind === 'IntegrationConfig' || crd.group === 'auth.stakater.com';
  const namespace = isOfPlatform ? 'mto-system' : 'own';
  const metadata = { name: 'web', ...(crd.scope === 'Cluster' ? {} : { namespace }) };
  const body = documentWith(schema, probe, textFor) as object;
  const text = JSON.stringify({ apiVersion: `${crd.group}/${crd.version}`, kind: crd.kind, metadata, ...body });
  const problems = known.get(text) ?? render([context, { path: 'tenants/probe.yaml', text }]).problems;
  known.set(text, problems);
  return problems;
}

/** Structural errors that are not expected. A CRD does not check references. */
function unexpected(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter((problem) => isError(problem) && problem.code !== 'unresolved-reference');
  return errors.filter(({ message }) => !rejected.some((entry) => entry.message.test(message)));
}

suite('law: in MTO, documents that a published CRD accepts are accepted, with listed exceptions', (test) => {
  for (const crd of publishedCrds()) {
    for (const { bundles, schema } of crd.variants) {
      test(`${crd.kind} ${crd.group}/${crd.version} of ${bundles}`, () => {
        const found = tried(probesOf(schema, [], textFor), 4).flatMap((probe) => {
          const what = `${probe.path.join('.')} = ${JSON.stringify(probe.value)}`;
          return unexpected(problemsOf(crd, schema, probe)).map(({ code, message }) => `${what}: ${code}: ${message}`);
        });
        assert.equal(found, []);
      });
    }
  }

  // Some occur only in documents that `npm test` does not try.
  if (triesAll)
    test('every listed exception still occurs', () => {
      const messages = [...known.values()].flat().map(({ message }) => message);
      for (const { message } of rejected)
        assert.ok(
          messages.some((one) => message.test(one)),
          String(message),
        );
    });
});
