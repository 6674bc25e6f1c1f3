import { listed } from '../../../data/listed.ts';
import { checkGoTemplate, renderGoTemplate } from '../../../gotemplate/render.ts';
import type { Allowance } from '../../../gotemplate/values/budget.ts';
import { type MarkedResult, readMarkedYaml } from '../../../yaml/marked.ts';
import { allowanceOf } from './allowance.ts';
import type { Candidate } from './literal.ts';
import { type TemplateTarget, untrustedNames } from './template-target.ts';

/** Renders the gotemplate. The parameters are fields of the dot, and so are namespace and tenant, in lower and upper case. */
export function goTemplate(target: TemplateTarget): readonly Candidate[] {
  const { templateName, template, namespace, tenant, values, given, report } = target;
  const { gotemplate: text } = template.body.resources ?? {};
  if (text === undefined) return [];
  const own = { namespace, tenant, NAMESPACE: namespace, TENANT: tenant };
  const data = { ...Object.fromEntries(values), ...own };
  const what = `the gotemplate of Template ${templateName}`;
  const untrusted = untrustedNames(target);
  return renderedDocuments({ what, text, data, untrusted, given, report, allowance: allowanceOf(target) }) ?? [];
}

/** A Go template whose output is YAML. */
export interface TemplateText extends Pick<TemplateTarget, 'report'> {
  /** What the text is, for messages: `the gotemplate of Template web`. */
  readonly what: string;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The fields of the data with values of untrusted authors. */
  readonly untrusted: ReadonlySet<string>;
  /** The fields of the data with values of the instance, which no message contains. */
  readonly given: ReadonlySet<string>;
  readonly allowance: Allowance;
}

/** The documents of the output that are not empty. Undefined after reporting a problem, here or at the Template. */
export function renderedDocuments(template: TemplateText): readonly Candidate[] | undefined {
  const { what, text, data, untrusted, given, report, allowance } = template;
  const result = renderGoTemplate(text, data, untrusted, allowance);
  if (result.ok) return documentsOf(readMarkedYaml(result.text, result), what, report);
  // Syntax errors are reported at the Template.
  if (checkGoTemplate(text)) return undefined;
  // Rendered again with marks, so that the message contains no value of the instance.
  const again = renderGoTemplate(text, data, given, allowance);
  const { line, message } = again.ok ? result.problem : again.problem;
  report('bad-format', `${what}, line ${line}: ${message}`);
  return undefined;
}

function documentsOf(
  result: MarkedResult,
  where: string,
  report: TemplateTarget['report'],
): readonly Candidate[] | undefined {
  if (result.ok) return result.documents.filter(({ tree }) => tree !== null);
  if (result.reason === 'invalid') {
    report(
      'bad-format',
      `the output of ${where} is not valid YAML; the error is on line ${result.line} of the output`,
      {
        fix: 'quote strings with the function quote, and indent blocks with nindent',
      },
    );
    return undefined;
  }
  const { what, fix } = structureProblem[result.reason];
  const fields = result.names.filter((name) => name.startsWith('instance.'));
  const parameters = result.names.filter((name) => !fields.includes(name));
  const names = listed([...parameters.map((name) => `parameter ${name.replace(/^parameters\./, '')}`), ...fields]);
  report('not-granted', `${where}: ${names} from a tenant's directory can set ${what}`, { fix });
  return undefined;
}

const structureProblem = {
  structure: {
    what: 'only single values, not lists, mappings or other YAML syntax',
    fix: 'use plain words, or print the parameters in the Template with quote, or with nindent after a |',
  },
  key: { what: 'only values, not keys', fix: 'write the keys in the Template, and print parameters only in values' },
} as const;
