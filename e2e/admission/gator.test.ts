import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { parse, stringify } from 'yaml';
import { ruleIds } from '../../admission/rules/index.ts';
import { groupVersion } from '../../kubernetes/api-version.ts';
import { type Manifest, render } from '../../leasehold.ts';
import { pluralOf } from '../../test/admission/fixture-request.ts';
import { type Fixture, type FixtureFile, fixtureFiles, users } from '../../test/admission/fixtures.ts';
import { suite } from '../../test/harness.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';
import { platformWith } from './gatekeeper-platform.ts';

/** Whether Gatekeeper's webhook receives the request with enableDeleteOperations: docs/enforcement.md. */
function isSeen({ operation, subresource }: Fixture): boolean {
  return operation !== 'CONNECT' && (subresource === undefined || subresource === 'ephemeralcontainers');
}

interface Constraint {
  readonly spec: { readonly parameters: object };
}

/** Unlike the webhook, gator passes no namespace to expressions. Here it is a parameter of the constraint. */
function withNamespaceInParameters(template: string): string {
  const schema = 'namespace: {type: object, x-kubernetes-preserve-unknown-fields: true}';
  return template
    .replaceAll('namespaceObject', 'variables.params.namespace')
    .replace(/^( +)rule:\n/m, (line, indent: string) => `${indent}${schema}\n${line}`);
}

/** True for fixtures about namespaces, which are not in a namespace. They are tested once, with the namespace `free`. */
function isAbout({ old, object }: Fixture, key: string): boolean {
  return (old ?? object)?.kind === 'Namespace' && key === 'free';
}

const files = fixtureFiles();

/** The template and the constraints. */
function rendered(): readonly Manifest[] {
  const { objects, problems } = render([{ path: 'in.yaml', text: platformWith('gatekeeper') }]);
  const found = objects.filter(({ id }) => id.group.endsWith('gatekeeper.sh'));
  assert.is(found.length, ruleIds.length + 1, JSON.stringify(problems));
  return found;
}

suite('Gatekeeper enforces the rules', (test) => {
  test('gator returns the verdict and the message of the API server for every fixture that the webhook receives with enableDeleteOperations', () => {
    const folder = temporaryFolder('leasehold-gator-');
    const tests = files.flatMap((file) => testsOf(file, folder));
    const suiteOfTests = {
      apiVersion: 'test.gatekeeper.sh/v1alpha1',
      kind: 'Suite',
      metadata: { name: 'rules' },
      tests,
    };
    save(folder, 'suite.yaml', stringify(suiteOfTests));
    save(folder, 'template.yaml', withNamespaceInParameters(texts.get('leaseholdrule') ?? ''));
    const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    const { status, stdout, stderr } = spawnSync(builtTool('gator'), ['verify', '--verbose', folder], options);
    const failed = stdout.split('\n').filter((line) => line.includes('unexpected'));
    assert.is(status, 0, `${failed.map((line) => line.slice(-400)).join('\n')}\n${stderr}`);
    const count = tests.flatMap(({ cases }) => cases).length;
    assert.is([...stdout.matchAll(/ {4}--- PASS/g)].length, count);
    assert.ok(count > 180, String(count));
  });
});

const texts = new Map(rendered().map(({ id, text }) => [id.name, text]));

function save(folder: string, name: string, text: string): string {
  writeFileSync(resolve(folder, name), text);
  return name;
}

/** One test for each namespace of the fixtures, because the constraint contains the namespace. */
function testsOf(file: FixtureFile, folder: string) {
  return Object.entries(file.namespaces).flatMap(([key, namespace]) => {
    const base = `${file.rule}-${key}`;
    const inventory = [save(folder, `${base}-namespace.yaml`, stringify(namespace))];
    const fixtures = file.fixtures.filter(
      (fixture) => isSeen(fixture) && (fixture.in === key || isAbout(fixture, key)),
    );
    const cases = fixtures.map((fixture, index) => {
      const object = save(folder, `${base}-${index}.yaml`, stringify(reviewOf(file, fixture)));
      return { name: fixture.name, object, inventory, assertions: [assertion(fixture)] };
    });
    const constraint = parse(texts.get(`leasehold-${file.rule}`) ?? '') as Constraint;
    const parameters = { ...constraint.spec.parameters, namespace };
    const text = stringify({ ...constraint, spec: { ...constraint.spec, parameters } });
    const own = { name: base, template: 'template.yaml', constraint: save(folder, `${base}.yaml`, text), cases };
    return cases.length === 0 ? [] : [own];
  });
}

function assertion({ rejected, unordered }: Fixture): object {
  if (rejected === undefined) return { violations: 'no' };
  const escaped = rejected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { violations: 'yes', ...(unordered ? {} : { message: `: ${escaped}$` }) };
}

function reviewOf(file: FixtureFile, fixture: Fixture): object {
  const { in: key, as, operation, subresource, old, object, stored = false } = fixture;
  const { apiVersion, kind, metadata } = old ?? object ?? { apiVersion: '', kind: '', metadata: { name: '' } };
  const { group, version } = groupVersion(apiVersion);
  const namespace = kind === 'Namespace' ? {} : { namespace: file.namespaces[key]?.metadata.name };
  const request = {
    uid: '1',
    kind: { group, version, kind },
    resource: { group, version, resource: pluralOf(kind) },
    ...(subresource === undefined ? {} : { subResource: subresource }),
    name: metadata.name,
    ...namespace,
    operation,
    userInfo: users[as],
    dryRun: !stored,
    ...(object ? { object } : {}),
    ...(old ? { oldObject: old } : {}),
  };
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request };
}
