import type { Emit } from '../../../core/print/shape.ts';
import { passedObjects } from '../templating/expand.ts';
import { renderedDocuments } from '../templating/go-template.ts';
import { type Candidate, itemsOf } from '../templating/literal.ts';
import { chartObjects } from '../templating/template-objects.ts';
import { chartOfInstance } from './chart.ts';
import { contextOf, type InstanceTarget } from './instance.ts';

/** The objects of an instance. Reports and omits objects that `passGate` rejects. */
export function instanceObjects(target: InstanceTarget): readonly Emit[] {
  const candidates = [...documents(target), ...objectsOfChart(target)].flatMap(itemsOf);
  return passedObjects(candidates, target).map((object) => ({ object }));
}

function documents(target: InstanceTarget): readonly Candidate[] {
  const { gotemplate: text } = target.template.body.spec;
  if (text === undefined) return [];
  const what = `the gotemplate of Template ${target.templateName}`;
  return renderedDocuments({ ...contextOf(target), what, text, report: target.report }) ?? [];
}

function objectsOfChart(target: InstanceTarget): readonly Candidate[] {
  const chart = chartOfInstance(target);
  return chart ? chartObjects(chart.request, chart.isLiteral, target) : [];
}
