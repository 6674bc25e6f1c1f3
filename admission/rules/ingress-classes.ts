import { type Tree, valueAt } from '../../data/tree.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';
import { writes } from '../rule.ts';

const annotation = 'kubernetes.io/ingress.class';
const annotated = (ingress: string) => `${ingress}.metadata.?annotations[?'${annotation}']`;
const field = (ingress: string) => `${ingress}.spec.?ingressClassName`;
const optionalItem = (optional: string) => `(${optional}.hasValue() ? [${optional}.value()] : [])`;

/** Checks both the field and the annotation, because controllers still read the annotation. */
export const ingressClasses = listRule({
  id: 'ingress-classes',
  about: 'Classes of Ingresses, by field and by annotation. An empty item allows Ingresses without a class.',
  key: keys.ingressClasses,
  denyKey: keys.denyIngressClasses,
  targets: [{ group: 'networking.k8s.io', resources: ['ingresses'], operations: writes }],
  what: 'ingress classes',
  cel: (object) => `!${annotated(object)}.hasValue() && !${field(object)}.hasValue() ? ['']
  : ${optionalItem(annotated(object))} + ${optionalItem(field(object))}`,
  values: (object) => {
    const classes = classesOf(object);
    return classes.length === 0 ? [''] : classes;
  },
});

function classesOf(ingress: Tree): readonly string[] {
  const all = [valueAt(ingress, 'metadata', 'annotations', annotation), valueAt(ingress, 'spec', 'ingressClassName')];
  return all.filter((name) => typeof name === 'string');
}
