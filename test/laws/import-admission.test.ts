import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { AdmissionRequest } from '../../admission/request.ts';
import type { Rule } from '../../admission/rule.ts';
import { type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { capsule as system } from '../../import/capsule/index.ts';
import { isRejected } from '../../import/effect/enforced.ts';
import { enforcedIn } from '../../import/effect/rendered.ts';
import { importFrom } from '../../import/index.ts';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { admissionRequests } from '../import-exports/admission-requests.ts';
import { capsule } from '../import-exports/capsule.ts';
import { rejectedByCapsule } from '../import-exports/capsule-webhooks.ts';
import { exportFile } from '../import-exports/index.ts';
import { runs } from '../runs.ts';

interface ReplacedRule {
  /** The rule of the render. */
  readonly id: string;
  /** The rule of the model. */
  readonly rule: string;
  /** The fields of a Capsule Tenant that contain it. */
  readonly before: Readonly<Record<string, Path>>;
  /** Requests for which the rules can differ if the report contains the difference. */
  readonly mayDiffer: (request: Tree, spec: Tree) => boolean;
}

const classesOf = (...path: Path) => ({ [String(path.at(-1))]: path });
const hasPattern = (spec: Tree, ...path: Path) => valueAt(spec, ...path, 'allowedRegex') !== undefined;

const fields: readonly ReplacedRule[] = [
  {
    id: 'storage-classes',
    rule: 'storage classes',
    before: classesOf('storageClasses'),
    mayDiffer: ({ object }, spec) =>
      textAt(object, 'spec', 'storageClassName') === '' ||
      Object.keys(Object(valueAt(object, 'metadata', 'annotations'))).length > 0 ||
      hasPattern(spec, 'storageClasses'),
  },
  {
    id: 'ingress-classes',
    rule: 'ingress classes',
    before: classesOf('ingressOptions', 'allowedClasses'),
    mayDiffer: ({ object }, spec) =>
      (textAt(object, 'spec', 'ingressClassName') === '' &&
        textAt(object, 'metadata', 'annotations', 'kubernetes.io/ingress.class') === '') ||
      hasPattern(spec, 'ingressOptions', 'allowedClasses'),
  },
  {
    id: 'priority-classes',
    rule: 'priority classes',
    before: classesOf('priorityClasses'),
    mayDiffer: (_, spec) => hasPattern(spec, 'priorityClasses'),
  },
  { id: 'runtime-classes', rule: 'runtime classes', before: classesOf('runtimeClasses'), mayDiffer: () => true },
  {
    id: 'images',
    rule: 'image registries',
    before: classesOf('containerRegistries'),
    mayDiffer: ({ object }, spec) =>
      /"image":"(?:[^"/]+|[a-z]+\/[^"]*)"|"volumes":\[\{/.test(JSON.stringify(object)) ||
      (hasPattern(spec, 'containerRegistries') && !/^\^.*io/.test(textAt(spec, 'containerRegistries', 'allowedRegex'))),
  },
  {
    id: 'pull-policies',
    rule: 'image pull policies',
    before: classesOf('imagePullPolicies'),
    mayDiffer: () => false,
  },
  {
    id: 'hosts',
    rule: 'hosts',
    before: {
      ...classesOf('ingressOptions', 'allowedHostnames'),
      ...classesOf('ingressOptions', 'allowWildcardHostnames'),
    },
    mayDiffer: ({ resource, object }) =>
      resource !== 'ingresses' ||
      valueAt(object, 'spec', 'tls') !== undefined ||
      valueAt(object, 'spec', 'defaultBackend') !== undefined,
  },
  {
    id: 'services',
    rule: 'Services',
    before: classesOf('serviceOptions'),
    mayDiffer: ({ object }) => valueAt(object, 'spec', 'externalIPs') !== undefined,
  },
  {
    id: 'cordon',
    rule: 'changes while the Tenant is cordoned',
    before: classesOf('cordoned'),
    mayDiffer: ({ resource, user }) => !/^ann$/.test(textAt(user, 'username')) || /exec|events/.test(String(resource)),
  },
];

suite('law: the report contains each difference between admission before and after an import', (test) => {
  const requests = fc.array(admissionRequests, { minLength: 80, maxLength: 80 });
  test('capsule: the model rejects what the webhooks reject', () => {
    fc.assert(
      fc.property(capsule, requests, (objects, sent) => {
        const { objects: read } = readExportedObjects([exportFile([...objects, member])]);
        const own = system.model(read).facts.filter((fact) => 'namespace' in fact && fact.namespace === 'team-space');
        const spec = (valueAt(objects[0], 'spec') ?? {}) as Tree;
        for (const request of sent) {
          const rejecting = own.filter((fact) => fact.aspect === 'rule' && fact.rejects?.(request));
          const names = new Set(rejecting.map((fact) => (fact.aspect === 'rule' ? fact.rule : '')));
          const rejected = rejectedByCapsule(spec, request);
          for (const { rule, before } of fields)
            assert.is(
              names.has(rule),
              Object.keys(before).some((field) => rejected.has(field)),
              JSON.stringify([rule, request, spec]),
            );
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test('capsule: every rule, for generated Tenants and requests', () => {
    fc.assert(
      fc.property(capsule, requests, (objects, sent) => {
        const one = imported(objects);
        for (const request of sent) for (const rule of fields) assert.is(unstated(one, rule, request), '');
      }),
      { numRuns: runs(10) },
    );
  });
});

interface Imported {
  readonly spec: Tree;
  /** The statements of the report about a field of the Tenant, and its notices about defaults. */
  readonly verdicts: (path: Path) => readonly string[];
  readonly namespace: Tree;
  readonly rules: ReadonlyMap<string, Rule>;
}

function imported(objects: readonly Tree[]): Imported {
  const result = importFrom('capsule', [exportFile([...objects, member])]);
  assert.ok(result.ok);
  const { files, report } = result as Extract<typeof result, { readonly ok: true }>;
  const enforced = enforcedIn(render(files).objects).get(textAt(member, 'metadata', 'name'));
  assert.ok(enforced);
  const lines = report.objects[0]?.lines ?? [];
  const isAbout = (path: Path) => (line: (typeof lines)[number]) =>
    path.every((step, at) => (line.path[at] ?? step) === step) && line.entry.fidelity !== 'cluster';
  const verdicts = (path: Path) => [
    ...lines.filter(isAbout(['spec', ...path])).map(({ entry }) => `${entry.fidelity} ${entry.how ?? ''}`),
    ...report.notices.filter((text) => text.startsWith('By default')),
  ];
  const spec = (valueAt(objects[0], 'spec') ?? {}) as Tree;
  return { spec, verdicts, namespace: enforced?.namespace ?? {}, rules: enforced?.rules ?? new Map() };
}

const member: Tree = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'team-space', labels: { 'capsule.clastix.io/tenant': 'acme' } },
};

/** A difference that the report omits, or that `mayDiffer` does not expect. Empty if there is none. */
function unstated(
  { spec, verdicts, namespace, rules }: Imported,
  { id, before, mayDiffer }: ReplacedRule,
  request: AdmissionRequest,
): string {
  const rejected = rejectedByCapsule(spec, request);
  const was = Object.keys(before).some((field) => rejected.has(field));
  const rule = rules.get(id);
  const is = rule !== undefined && isRejected(request, [rule], namespace);
  if (was === is) return '';
  const stated = Object.values(before).flatMap(verdicts).join('\n');
  const isStated = was ? /wider:|lost /.test(stated) : /rejects more|also allows .* that match/.test(stated);
  const isKnown = mayDiffer(request as unknown as Tree, spec) || /^lost [^;]*nothing enforces/m.test(stated);
  return isStated && isKnown ? '' : `${was ? 'wider' : 'narrower'}: ${JSON.stringify([request, spec])}\n${stated}`;
}
