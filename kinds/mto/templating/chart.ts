import { sortedKeys } from '../../../data/order.ts';
import { digest } from '../../../data/sha256.ts';
import { isMapping } from '../../../data/tree.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { substitute } from './substitute.ts';
import { lookUpFor, type Target } from './target.ts';

/** All that goes into one inflation of a chart. Equal requests have equal names, whatever instances they come from. */
export interface ChartRequest {
  /** Digest of all the rest, and name of the InflatedChart that answers it. */
  readonly name: string;
  readonly chart: { readonly name: string; readonly version: string | undefined; readonly repoUrl: string };
  readonly release: string;
  readonly namespace: string;
  readonly sets: readonly { readonly name: string; readonly value: string; readonly isText: boolean }[];
  /** Undefined when the Template gives none. */
  readonly values: unknown;
  /** The cluster's Kubernetes, as charts ask for it. */
  readonly kubernetes: string;
}

/** The target's chart with parameters put in; undefined when it has none, or one that was told to be at fault. */
export function chartRequest(target: Target): ChartRequest | undefined {
  const { helm } = target.template.body.resources ?? {};
  if (!helm) return undefined;
  const { values, ...fields } = helm;
  const texts = put(fields, target) as typeof fields;
  const { name, version, repoUrl } = texts.chart.repository;
  const sets = (texts.setValues ?? []).map(({ name, value, forceString }) => ({
    name: String(name),
    value: String(value),
    isText: forceString ?? false,
  }));
  const asked = {
    chart: { name: String(name), version: version === undefined ? undefined : String(version), repoUrl: repoUrl ?? '' },
    release: String(texts.releaseName ?? target.template.name),
    namespace: target.namespace,
    sets,
    values: values === undefined ? undefined : put(readYamlValue(values), target),
    kubernetes: target.world.settings.kubernetes,
  };
  return isSound(asked, target) && hasSoundPaths(asked, target)
    ? { name: digest(canonical(asked)).slice(0, 40), ...asked }
    : undefined;
}

/** The text was held to be YAML when the Template was resolved. */
export function readYamlValue(text: string): unknown {
  const reading = readYaml(text);
  return reading.ok ? (reading.bodies[0] ?? null) : undefined;
}

function put(tree: unknown, target: Target): unknown {
  const { tree: result, faults } = substitute(tree, lookUpFor(target));
  for (const { code, message, fix } of faults) target.tell(code, message, { fix });
  return result;
}

function isSound({ chart, release }: Pick<ChartRequest, 'chart' | 'release'>, { tell, template }: Target): boolean {
  const isUrl = /^(?:https?|oci):\/\/\S+$/.test(chart.repoUrl);
  if (!isUrl && chart.repoUrl !== '')
    tell('bad-format', `the chart of Template ${template.name} has no repoUrl that begins with https:// or oci://`);
  const isName = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(chart.name);
  if (!isName) tell('bad-format', `Template ${template.name} names a chart as none can be named`);
  const isRelease = /^[a-z0-9]([a-z0-9.-]{0,51}[a-z0-9])?$/.test(release);
  const form = 'at most 53 small letters, digits, - and .';
  if (!isRelease) tell('bad-format', `the releaseName of Template ${template.name} must be ${form}`);
  return isUrl && isName && isRelease;
}

/** A path with `=` or `,` would end early, and what follows would set something else. */
function hasSoundPaths({ sets }: Pick<ChartRequest, 'sets'>, { tell, template }: Target): boolean {
  const wrong = sets.find(({ name }) => !/^[A-Za-z0-9_$/.:@[\]\\-]{1,512}$/.test(name));
  if (wrong) tell('bad-format', `setValues of Template ${template.name} sets a name that is not a path of a value`);
  return wrong === undefined;
}

/** JSON with sorted keys and nothing undefined. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isMapping(value)) return JSON.stringify(value ?? null);
  const keys = sortedKeys(value).filter((key) => value[key] !== undefined);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}
