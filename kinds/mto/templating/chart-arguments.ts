import { leavesOf } from '../../../data/leaves.ts';
import { listed } from '../../../data/listed.ts';
import { interpolate, referencesOf } from './references.ts';
import { type Template, type TemplateTarget, untrustedNames } from './template-target.ts';

type Helm = NonNullable<NonNullable<Template['body']['resources']>['helm']>;

interface ArgumentProblem {
  readonly message: string;
  readonly fix: string;
}

/**
 * Why untrusted parameters of an instance cannot be values of a chart. They cannot choose the chart or the path of a value,
 * change the number of items in a list, or add templates, which charts can evaluate with `tpl`.
 */
export function chartArgumentProblem(helm: Helm, target: TemplateTarget): ArgumentProblem | undefined {
  const untrusted = untrustedNames(target);
  if (untrusted.size === 0) return undefined;
  const used = (tree: unknown) => namesIn(tree).filter((name) => untrusted.has(name));
  const { setValues = [], chart } = helm;
  const { name, repoUrl, version } = chart.repository;
  const [chosen] = used([name, repoUrl, version, setValues.map((one) => one.name)]);
  if (chosen !== undefined)
    return {
      message: `parameter ${chosen} is part of the chart's name, version or repoUrl, or of a name in setValues`,
      fix: `remove ${chosen} from the instance, or from these fields of the Template`,
    };
  const template = textsOf(helm).find((text) => addsTemplate(text, used(text), target));
  if (template !== undefined)
    return {
      message: `${parametersText(used(template), target)} {{, which charts can evaluate as a template`,
      fix: 'remove the braces from the values of the parameters',
    };
  const grown = setValues.find((one) => !one.forceString && changesItems(one.value, used(one.value), target));
  if (grown === undefined) return undefined;
  return {
    message: `a parameter changes the number of list items in the value of ${grown.name}`,
    fix: 'set values without commas or braces, or use manifests',
  };
}

/** The values of a chart are YAML text, so every string of the tree counts. */
function namesIn(tree: unknown): readonly string[] {
  return textsOf(tree).flatMap(allReferences);
}

function textsOf(tree: unknown): readonly string[] {
  return leavesOf(tree).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** Whether untrusted values, alone or combined, add the start of a template to a text. */
function addsTemplate(text: string, names: readonly string[], { values }: TemplateTarget): boolean {
  if (names.length === 0) return false;
  if (names.some((name) => values.get(name)?.includes('{{'))) return true;
  const starts = (lookUp: (name: string) => string | undefined) => interpolate(text, lookUp).split(/(?=\{\{)/).length;
  return starts((name) => values.get(name)) > starts((name) => (names.includes(name) ? 'x' : values.get(name)));
}

/** The parameters that add a template, or all of them if only their combination does. */
function parametersText(names: readonly string[], { values }: TemplateTarget): string {
  const adding = names.filter((name) => values.get(name)?.includes('{{'));
  const all = [...new Set(adding.length > 0 ? adding : names)];
  return all.length === 1 ? `parameter ${all[0]} adds` : `parameters ${listed(all)} add`;
}

/** References in a text, including `${{NAME}}` inside a longer text. */
function allReferences(text: string): readonly string[] {
  return [...referencesOf(text), ...Array.from(text.matchAll(/\$\{\{([A-Za-z0-9_]+)\}\}/g), ([, name = '']) => name)];
}

/** Whether untrusted values change the number of items. Helm reads a value in braces as a list with commas. */
function changesItems(value: string, names: readonly string[], { values }: TemplateTarget): boolean {
  const text = value.replace(/^\$\{(\{[A-Za-z0-9_]+\})\}$/, '$$$1');
  const items = (lookUp: (name: string) => string | undefined) => {
    const filled = interpolate(text, lookUp);
    return /^\{.*\}$/s.test(filled) ? filled.split(',').length : 0;
  };
  return items((name) => (names.includes(name) ? values.get(name) : 'x')) !== items(() => 'x');
}
