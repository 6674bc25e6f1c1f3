import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { AdmissionRequest } from '../../admission/request.ts';
import { differenceOf } from '../../import/effect/compare.ts';
import { isRejected } from '../../import/effect/enforced.ts';
import type { SourceFact } from '../../import/effect/fact.ts';
import { probesOf } from '../../import/effect/probes.ts';
import { type RenderedOutput, renderEffect } from '../../import/effect/render-effect.ts';
import { mto } from '../../import/mto/index.ts';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import { suite } from '../harness.ts';
import { admissionRequests } from '../import-exports/admission-requests.ts';
import { exportFile } from '../import-exports/index.ts';
import { mtoRules } from '../import-exports/mto-rules.ts';
import type { Body } from '../import-exports/values.ts';
import { runs } from '../runs.ts';

suite('law: a rule of MTO is exact only if both sides make the same decision for every request', (test) => {
  const requests = fc.array(admissionRequests, { minLength: 60, maxLength: 60 });
  test('for generated Tenants and requests', () => {
    fc.assert(
      fc.property(mtoRules, requests, (objects, sent) => {
        const { facts, rendered } = imported(objects);
        for (const fact of facts) for (const request of sent) assert.is(unstated(fact, request, rendered), '');
      }),
      { numRuns: runs(10) },
    );
  });

  test('and the model rejects what the documentation of MTO rejects', () => {
    const tenant = (rules: Body): readonly Body[] => [
      { apiVersion: 'tenantoperator.stakater.com/v1beta3', kind: 'Tenant', metadata: { name: 'acme' }, spec: rules },
    ];
    const rejects = (rules: Body, resource: string, spec: Body) =>
      rulesOf(tenant(rules)).some(
        (fact) => fact.aspect === 'rule' && fact.rejects?.(requestOf(resource, spec)) === true,
      );
    const images = { imageRegistries: { allowed: ['ghcr.io', 'docker.io'] } };
    const hosts = { hostValidationConfig: { allowed: ['*.saap.prod'], allowedRegex: '^[a-z0-9-]+\\.saap\\.dev$' } };
    const pod = (image: string) => ({ containers: [{ name: 'app', image }] });
    const ingress = (host: string) => ({ rules: [{ host }] });
    assert.equal(
      [
        rejects(images, 'pods', pod('ghcr.io/example/app:1.0.0')),
        rejects(images, 'pods', pod('untrusted.io/malicious/app:latest')),
        rejects(images, 'pods', pod('nginx')),
        rejects({ imageRegistries: { allowed: ['ghcr.io', ''] } }, 'pods', pod('nginx')),
        rejects({ podPriorityClasses: { allowed: ['high'] } }, 'pods', pod('nginx')),
        rejects({ serviceAccounts: { denied: ['default'] } }, 'pods', pod('nginx')),
        rejects({ storageClasses: { allowed: ['fast'] } }, 'persistentvolumeclaims', {}),
        rejects({ storageClasses: { allowed: ['fast'] } }, 'persistentvolumeclaims', { storageClassName: '' }),
        rejects(hosts, 'ingresses', ingress('app1.saap.dev')),
        rejects(hosts, 'ingresses', ingress('*.saap.prod')),
        rejects(hosts, 'ingresses', ingress('a.saap.prod')),
      ],
      [false, true, true, false, true, true, false, true, false, false, true],
    );
  });
});

interface Imported {
  readonly facts: readonly SourceFact[];
  readonly rendered: RenderedOutput;
}

function rulesOf(objects: readonly Body[]): readonly SourceFact[] {
  const { objects: read } = readExportedObjects([exportFile(objects)]);
  return mto.model(read).facts.filter(({ aspect }) => aspect === 'rule');
}

function imported(objects: readonly Body[]): Imported {
  const { objects: read } = readExportedObjects([exportFile(objects)]);
  const model = mto.model(read);
  const facts = rulesOf(objects).filter((fact) => 'namespace' in fact && fact.namespace === 'team-space');
  return { facts, rendered: renderEffect(mto.plan(model, read), model.tenants) };
}

function requestOf(resource: string, spec: Body): AdmissionRequest {
  const object = { metadata: { name: 'x', namespace: 'team-space' }, spec };
  const user = { username: 'ann', groups: [] };
  const group = resource === 'ingresses' ? 'networking.k8s.io' : '';
  return { operation: 'CREATE', group, resource, object, oldObject: undefined, namespaceObject: undefined, user };
}

/** Describes an exact rule that the render does not enforce, or for which the decisions differ. Empty if there is none. */
function unstated(fact: SourceFact, request: AdmissionRequest, { effect }: RenderedOutput): string {
  if (fact.aspect !== 'rule' || !fact.rejects || differenceOf(fact, effect)) return '';
  const enforced = effect.enforced.get(fact.namespace);
  const rule = enforced?.rules.get(probesOf(fact.rule, [])?.id ?? '');
  if (!enforced || !rule) return `${fact.rule} is exact and not enforced`;
  const [was, is] = [fact.rejects(request), isRejected(request, [rule], enforced.namespace)];
  return was === is ? '' : `${fact.rule}: ${was} ${is} ${JSON.stringify([request, fact.value])}`;
}
