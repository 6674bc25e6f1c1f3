import type { IsLiteral } from '../../../core/gate/gate-target.ts';
import { leavesOf } from '../../../data/leaves.ts';
import { isMapping } from '../../../data/tree.ts';
import { type ChartRequest, checkedRequest } from '../templating/chart.ts';
import { renderedDocuments } from '../templating/go-template.ts';
import { type Candidate, literalKind } from '../templating/literal.ts';
import { contextOf, type InstanceTarget } from './instance.ts';

interface InstanceChart {
  readonly request: ChartRequest;
  readonly isLiteral: IsLiteral;
}

/** The chart of an instance. Undefined if its Template has none, or after reporting a problem. */
export function chartOfInstance(target: InstanceTarget): InstanceChart | undefined {
  const { helm } = target.template.body.spec;
  const values = helm && valuesOf(target, helm.valuesTemplate);
  if (!values) return undefined;
  const { url: repoUrl, name, version } = helm.chart.repository;
  const releaseNameFix = `${helm.releaseName === undefined ? 'rename the instance, or set' : 'correct'} releaseName in the Template`;
  const request = checkedRequest(
    {
      chart: { name, version, repoUrl },
      release: helm.releaseName ?? target.instance.name,
      namespace: target.namespace,
      sets: [],
      values: values.tree,
      kubernetes: target.world.settings.kubernetes,
    },
    { target, releaseNameFix },
  );
  const isIndependent = helm.releaseName !== undefined && values.isIndependent;
  return request && { request, isLiteral: isIndependent ? () => true : literalKind };
}

interface Values {
  /** A mapping of values. Undefined if there are no values. */
  readonly tree: unknown;
  /** True if neither the values nor their presence depends on the instance. */
  readonly isIndependent: boolean;
}

/** Returns undefined after reporting a problem. */
function valuesOf(target: InstanceTarget, text: string | undefined): Values | undefined {
  if (text === undefined) return { tree: undefined, isIndependent: true };
  const { report, templateName } = target;
  const what = `the valuesTemplate of Template ${templateName}`;
  const documents = renderedDocuments({ ...contextOf(target), what, text, report });
  if (!documents) return undefined;
  const [values] = documents;
  if (documents.length > 1 || (values && !isMapping(values.tree))) {
    report('bad-format', `${what} must produce a single mapping of values`);
    return undefined;
  }
  if (!values) return { tree: undefined, isIndependent: false };
  const { tree, isLiteral } = values;
  if (!addsTemplate(values)) return { tree, isIndependent: isLiteral([]) && isLiteral(['']) };
  report('not-granted', `a parameter adds {{ to the output of ${what}, which the chart could evaluate as a template`, {
    fix: 'remove the braces from the values of the parameters',
  });
  return undefined;
}

/** Whether a value from an untrusted author contains the start of a template, which charts can evaluate with `tpl`. */
function addsTemplate({ tree, isLiteral }: Candidate): boolean {
  return leavesOf(tree).some(
    ({ value, path }) => typeof value === 'string' && value.includes('{{') && !isLiteral(path),
  );
}
