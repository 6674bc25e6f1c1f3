import { checkGoTemplate, renderGoTemplate } from '../../../gotemplate/render.ts';
import { type MarkedResult, readMarkedYaml } from '../../../yaml/marked.ts';
import type { Candidate } from './literal.ts';
import { type TemplateTarget, untrustedNames } from './template-target.ts';

/** Renders the gotemplate. Parameters, namespace and tenant are fields of the dot; the last two in any case. */
export function goTemplate(target: TemplateTarget): readonly Candidate[] {
  const { template, namespace, tenant, values, given, report } = target;
  const { gotemplate: text } = template.body.resources ?? {};
  if (text === undefined) return [];
  const own = { namespace, tenant, NAMESPACE: namespace, TENANT: tenant };
  const data = { ...Object.fromEntries(values), ...own };
  const result = renderGoTemplate(text, data, untrustedNames(target));
  if (result.ok) return documentsOf(readMarkedYaml(result.text, result), target);
  // Syntax errors are reported at the Template.
  if (checkGoTemplate(text)) return [];
  // Rendered again with marks, so that the message contains no value of the instance.
  const again = renderGoTemplate(text, data, given);
  const { line, message } = again.ok ? result.problem : again.problem;
  report('bad-format', `the gotemplate of Template ${template.name}, line ${line}: ${message}`);
  return [];
}

function documentsOf(result: MarkedResult, { template, report }: TemplateTarget): readonly Candidate[] {
  if (result.ok) return result.documents.filter(({ tree }) => tree !== null);
  const where = `the gotemplate of Template ${template.name}`;
  if (result.reason === 'invalid') {
    report('bad-format', `the output of ${where} is not YAML: see line ${result.line} of the output`);
    return [];
  }
  const { what, fix } = structureFault[result.reason];
  const names = `parameter${result.names.length === 1 ? '' : 's'} ${result.names.join(', ')}`;
  report('not-granted', `${where}: an instance in a tenant's directory cannot set ${what} with ${names}`, { fix });
  return [];
}

const structureFault = {
  structure: {
    what: 'more than single values',
    fix: 'use plain words, or print the parameters in the Template with quote, or with nindent after a |',
  },
  key: { what: 'keys', fix: 'write the keys in the Template, and print parameters only in values' },
} as const;
