import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type Path, textEntriesAt, valueAt } from '../../../data/tree.ts';
import { checkGoTemplate } from '../../../gotemplate/render.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { readYamlValue } from '../templating/chart.ts';
import { declarationProblems } from '../templating/parameters.ts';
import { unknownReferences } from '../templating/references.ts';
import type { Template } from '../templating/template-target.ts';

type TemplateResources = NonNullable<Template['body']['resources']>;

/** Checks a Template independently of its instances. It renders nothing itself. */
export function resolve({ body }: Template, _world: World, report: Report): Record<string, never> {
  const { parameters = [], resources = {} } = body;
  for (const { code, path, message, fix } of declarationProblems(parameters))
    report(code, ['parameters', ...path], message, { fix });
  checkSections(resources, report);
  checkManifests(resources, report);
  const { manifests, helm } = resources;
  const names = parameters.map(({ name }) => name);
  reportUnknown({ manifests, helm: helm && { ...helm, values: undefined } }, { names, base: ['resources'] }, report);
  const values = helm?.values === undefined ? undefined : readYamlValue(helm.values);
  reportUnknown(values, { names, base: ['resources', 'helm', 'values'] }, report);
  return {};
}

function checkSections({ gotemplate, helm, manifests, resourceMappings }: TemplateResources, report: Report): void {
  if (!gotemplate && !helm && !manifests && !resourceMappings)
    report(
      'risky-value',
      ['resources'],
      'the Template has no manifests, gotemplate, helm or resourceMappings, so it renders nothing',
      { fix: 'add one of them' },
    );
  const problem = gotemplate === undefined ? undefined : checkGoTemplate(gotemplate);
  if (problem)
    report(
      'bad-format',
      ['resources', 'gotemplate'],
      `gotemplate, line ${problem.line}, column ${problem.column}: ${problem.message}`,
    );
  if (helm) checkHelm(helm, report);
}

function checkHelm({ chart: { repository }, values }: NonNullable<TemplateResources['helm']>, report: Report): void {
  const base = ['resources', 'helm'];
  const at = [...base, 'chart', 'repository'];
  const result = values === undefined ? undefined : readYaml(values);
  if (result && !result.ok)
    report('bad-format', [...base, 'values'], `values is not YAML: line ${result.line}: ${result.message}`);
  if (repository.repoUrl === undefined)
    report('missing-field', at, 'repoUrl is missing, so the chart cannot be downloaded', { fix: 'add repoUrl' });
  if (repository.version === undefined)
    report('risky-value', at, 'without a version, leasehold vendor uses the newest version', { fix: 'add version' });
}

const ignoreLabel = 'multi-tenant-operator/ignore-resource-updates';

function checkManifests({ manifests = [] }: TemplateResources, report: Report): void {
  for (const [index, manifest] of manifests.entries()) {
    const base = ['resources', 'manifests', index];
    const isSecret = manifest.kind === 'Secret' && manifest.apiVersion === 'v1';
    if (isSecret && (hasLiteralValue(manifest, 'data') || hasLiteralValue(manifest, 'stringData')))
      report('secret-in-git', base, 'a Secret with data is stored in plain text in Git', {
        fix: 'use resourceMappings, an ExternalSecret or a SealedSecret',
      });
    if (valueAt(manifest, 'metadata', 'labels', ignoreLabel) === undefined) continue;
    const message = 'the label has no effect: Argo CD reverts differences from Git';
    const fix = 'remove it, and list the fields in ignoreDifferences of the Argo CD Application';
    report('ignored-field', [...base, 'metadata', 'labels', ignoreLabel], message, { fix });
  }
}

/** Whether data has a literal value. A value that is only a parameter reference contains no secret. */
function hasLiteralValue(manifest: unknown, field: string): boolean {
  const texts = textEntriesAt(manifest, field).map(([, text]) => text);
  return texts.some((text) => text !== '' && !/^\$\{\{?[A-Za-z0-9_]+\}?\}$/.test(text));
}

function reportUnknown(tree: unknown, { names, base }: { names: readonly string[]; base: Path }, report: Report): void {
  const isText = base.at(-1) === 'values';
  for (const { name, near, path } of unknownReferences(tree, names)) {
    const message = `\${${name}} is not a parameter of the Template and is not replaced`;
    const advice = `if that is intended, write $\${${name}} to silence the warning`;
    const fix = near === undefined ? advice : `did you mean ${near}? Otherwise, ${advice}`;
    report('risky-value', isText ? base : [...base, ...path], message, { fix });
  }
}
