import { isSame, listAt, mappingAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { literal } from '../cel.ts';
import { tenantLabel } from '../metadata-keys.ts';
import type { AdmissionRequest } from '../request.ts';
import type { Rule } from '../rule.ts';

/** Keys that determine the purpose of a namespace, the pods that it accepts, its owner, and its roles and project in a cloud. */
const guarded =
  /^(?:(?:[a-z0-9-]+\.)*(?:leasehold\.dev|stakater\.com|kleff\.io|tetrapus\.io|istio\.io|linkerd\.io|projectcalico\.org|openshift\.io|cattle\.io|argoproj\.io|amazonaws\.com|cnrm\.cloud\.google\.com)\/|pod-security\.kubernetes\.io\/|resource\.kubernetes\.io\/|admission\.gatekeeper\.sh\/|scheduler\.alpha\.kubernetes\.io\/|istio-injection$|app\.kubernetes\.io\/managed-by$)/;

const pattern = literal(guarded.source.replaceAll('\\/', '/'));
const metadata = (object: string, map: string) => `(${object} == null ? {} : ${object}.metadata.?${map}.orValue({}))`;

/** Guarded keys with different values in the old and the new object. */
const changed = (map: string) => {
  const [before, after] = [metadata('oldObject', map), metadata('object', map)];
  return `(${before}.map(k, k) + ${after}.map(k, k).filter(k, !(k in ${before})))
  .filter(k, k.matches(${pattern}) && ${before}[?k] != ${after}[?k])`;
};

const isTenants = ['oldObject', 'object']
  .map((object) => `${metadata(object, 'labels')}[?'${tenantLabel}'].hasValue()`)
  .join(' || ');

/** Finalizers prevent the deletion of a namespace, and owners cause it. */
const guardedFields = [
  ['spec', 'finalizers'],
  ['metadata', 'finalizers'],
  ['metadata', 'ownerReferences'],
] as const;
const fieldOf = (object: string, [part, field]: (typeof guardedFields)[number]) =>
  `${object}.?${part}.?${field}.orValue([])`;

/** Checks requests for all namespaces, because a label selector would match the labels that the request sets. */
export const namespaces: Rule = {
  id: 'namespaces',
  about:
    'Labels, annotations, finalizers, owners and deletion of the namespaces of tenants, including requests to the subresources status and finalize.',
  targets: [
    {
      group: '',
      resources: ['namespaces', 'namespaces/finalize', 'namespaces/status'],
      operations: ['CREATE', 'UPDATE', 'DELETE'],
    },
  ],
  scope: 'cluster',
  exempts: 'platform',
  variables: { isTenants },
  clauses: [
    {
      message: 'labels and annotations that only the platform sets',
      change: `!variables.isTenants || request.operation == 'DELETE' ? [] : ${changed('labels')} + ${changed('annotations')}`,
      findChanges: (request) => {
        if (!ofTenants(request) || request.operation === 'DELETE') return [];
        return [...changedKeys(request, 'labels'), ...changedKeys(request, 'annotations')];
      },
    },
    {
      message: 'finalizers and owners of namespaces, which only the platform sets',
      change: `!(variables.isTenants && request.operation == 'UPDATE') ? [] : ${guardedFields
        .map((field) => `(${fieldOf('object', field)} != ${fieldOf('oldObject', field)} ? ['${field.join('.')}'] : [])`)
        .join('\n  + ')}`,
      findChanges: (request) => {
        const { object, oldObject } = request;
        if (!ofTenants(request) || request.operation !== 'UPDATE') return [];
        const isChanged = (path: Path) => !isSame(listAt(object, ...path), listAt(oldObject, ...path));
        return guardedFields.filter(isChanged).map((path) => path.join('.'));
      },
    },
    {
      message: 'namespaces of tenants, which only the platform deletes',
      change: `variables.isTenants && request.operation == 'DELETE' ? [oldObject.metadata.name] : []`,
      findChanges: (request) =>
        ofTenants(request) && request.operation === 'DELETE' ? [textAt(request.oldObject, 'metadata', 'name')] : [],
    },
  ],
};

function ofTenants({ object, oldObject }: AdmissionRequest): boolean {
  return [oldObject, object].some((one) => valueAt(one, 'metadata', 'labels', tenantLabel) !== undefined);
}

function changedKeys({ object, oldObject }: AdmissionRequest, map: string): readonly string[] {
  const [before, after]: readonly [Tree, Tree] = [
    mappingAt(oldObject, 'metadata', map),
    mappingAt(object, 'metadata', map),
  ];
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all.filter((key) => guarded.test(key) && before[key] !== after[key]);
}
