import { asText } from '../../../data/as-text.ts';
import { sortedKeys } from '../../../data/order.ts';
import { digest } from '../../../data/sha256.ts';
import { isMapping } from '../../../data/tree.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { chartArgumentProblem } from './chart-arguments.ts';
import { substitute } from './substitute.ts';
import { type Target, type TemplateTarget, untrustedNames, valueLookup } from './template-target.ts';

/** The input of a chart inflation. Equal requests have equal names, even from different instances. */
export interface ChartRequest {
  /** The digest of the other fields, and the name of the InflatedChart. */
  readonly name: string;
  readonly chart: { readonly name: string; readonly version: string | undefined; readonly repoUrl: string };
  readonly release: string;
  readonly namespace: string;
  readonly sets: readonly { readonly name: string; readonly value: string; readonly isText: boolean }[];
  /** Undefined if the Template sets none. */
  readonly values: unknown;
  /** The cluster's Kubernetes version, for charts that depend on it. */
  readonly kubernetes: string;
}

/**
 * The target's chart after substitution. Undefined if the Template has no chart, if repoUrl is missing (reported at the
 * Template), or if the chart is invalid (reported here).
 */
export function chartRequest(target: TemplateTarget): ChartRequest | undefined {
  const { helm } = target.template.body.resources ?? {};
  if (helm?.chart.repository.repoUrl === undefined) return undefined;
  const problem = chartArgumentProblem(helm, target);
  if (problem) {
    target.report('not-granted', `the chart of Template ${target.template.name}: ${problem.message}`, {
      fix: problem.fix,
    });
    return undefined;
  }
  const { values, ...fields } = helm;
  const source = { fields, values: values === undefined ? undefined : readYamlValue(values) };
  const { tree, problems } = substitute(source, { lookUp: valueLookup(target), untrusted: untrustedNames(target) });
  for (const { code, message, fix } of problems) target.report(code, message, { fix });
  if (problems.some(({ code }) => code !== 'ambiguous-scalar')) return undefined;
  const { fields: texts, values: filled } = tree as { readonly fields: typeof fields; readonly values: unknown };
  const { name, version, repoUrl } = texts.chart.repository;
  const sets = (texts.setValues ?? []).map(({ name, value, forceString }) => ({
    name: asText(name),
    value: asText(value),
    isText: forceString ?? false,
  }));
  return checkedRequest(
    {
      chart: {
        name: asText(name),
        version: version === undefined ? undefined : asText(version),
        repoUrl: repoUrl ?? '',
      },
      release: asText(texts.releaseName ?? target.template.name),
      namespace: target.namespace,
      sets,
      values: filled,
      kubernetes: target.world.settings.kubernetes,
    },
    { target, releaseNameFix: fixOfReleaseName(helm.releaseName) },
  );
}

interface RequestSource {
  readonly target: Target;
  /** How to correct the name of the release. */
  readonly releaseNameFix: string;
}

/** The request with its name. Undefined after reporting that Helm would reject or misread it. */
export function checkedRequest(
  request: Omit<ChartRequest, 'name'>,
  { target, releaseNameFix }: RequestSource,
): ChartRequest | undefined {
  return isValid(request, { target, releaseNameFix }) && hasValidPaths(request, target)
    ? { name: digest(canonicalJson(request)).slice(0, 40), ...request }
    : undefined;
}

/** Parses YAML that was validated with the Template. */
export function readYamlValue(text: string): unknown {
  const reading = readYaml(text);
  return reading.ok ? (reading.bodies[0] ?? null) : undefined;
}

function isValid(
  { chart, release }: Pick<ChartRequest, 'chart' | 'release'>,
  { target: { report, templateName }, releaseNameFix }: RequestSource,
): boolean {
  const isUrl = /^(?:https?|oci):\/\/\S+$/.test(chart.repoUrl);
  if (!isUrl)
    report(
      'bad-format',
      `the repoUrl in Template ${templateName} is ${JSON.stringify(chart.repoUrl)}, which is not the URL of a chart repository, such as https://charts.example.com or oci://registry.example.com/charts`,
    );
  const isName = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(chart.name);
  if (!isName)
    report(
      'bad-format',
      `the chart name in Template ${templateName} is ${JSON.stringify(chart.name)}, which is not valid`,
      {
        fix: 'use letters, digits and . _ / -, starting with a letter or digit',
      },
    );
  const isRelease = /^[a-z0-9]([a-z0-9.-]{0,51}[a-z0-9])?$/.test(release);
  const form = 'at most 53 lowercase letters, digits, - and ., and must start and end with a letter or digit';
  if (!isRelease)
    report(
      'bad-format',
      `the release name of Template ${templateName} is ${JSON.stringify(release)}; it must have ${form}`,
      { fix: releaseNameFix },
    );
  return isUrl && isName && isRelease;
}

/** Receives the field of the Template, before substitution. Undefined if the release has the name of the Template. */
function fixOfReleaseName(releaseName: string | undefined): string {
  if (releaseName === undefined) return 'set releaseName in the Template';
  const parameters = releaseName.includes('${') ? ', or the parameters in it' : '';
  return `correct releaseName in the Template${parameters}`;
}

/** In a path, `=` or `,` would make Helm set another value. */
function hasValidPaths({ sets }: Pick<ChartRequest, 'sets'>, { report, templateName }: Target): boolean {
  const wrong = sets.find(({ name }) => !/^[A-Za-z0-9_$/.:@[\]\\-]{1,512}$/.test(name));
  if (wrong)
    report(
      'bad-format',
      `setValues of Template ${templateName} contains the name ${JSON.stringify(wrong.name)}, which is not the path of a value`,
      { fix: 'use a path such as image.tag' },
    );
  return wrong === undefined;
}

/** JSON with sorted keys and without undefined values. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isMapping(value)) return JSON.stringify(value ?? null);
  const keys = sortedKeys(value).filter((key) => value[key] !== undefined);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}
