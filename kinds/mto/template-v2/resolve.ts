import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { checkGoTemplate } from '../../../gotemplate/render.ts';
import { selectorError } from '../../../kubernetes/label-selector.ts';
import type { TemplateV2 } from '../templating-v2/instance.ts';
import { declarationProblems } from '../templating-v2/parameters.ts';

type Spec = TemplateV2['body']['spec'];

/** Checks a Template independently of its instances [sources: mto-38]. It renders nothing itself. */
export function resolve({ body: { spec } }: TemplateV2, _world: World, report: Report): Record<string, never> {
  for (const { code, path, message, fix } of declarationProblems(spec.parameters ?? []))
    report(code, ['spec', 'parameters', ...path], message, { fix });
  checkEngine(spec, report);
  checkTargets(spec, report);
  warnAboutOperator(spec, report);
  return {};
}

function checkEngine({ gotemplate, helm }: Spec, report: Report): void {
  if (gotemplate !== undefined && helm)
    report('conflicting-fields', ['spec', 'helm'], 'a Template cannot have both gotemplate and helm', {
      fix: 'write two Templates',
    });
  if (gotemplate === undefined && !helm)
    report('missing-field', ['spec'], 'the Template has neither gotemplate nor helm', { fix: 'add one of them' });
  checkText(gotemplate, ['spec', 'gotemplate'], report);
  checkText(helm?.valuesTemplate, ['spec', 'helm', 'valuesTemplate'], report);
}

function checkText(text: string | undefined, path: readonly string[], report: Report): void {
  const problem = text === undefined ? undefined : checkGoTemplate(text);
  if (!problem) return;
  const place = `${path.at(-1)}, line ${problem.line}, column ${problem.column}`;
  report('bad-format', path, `${place}: ${problem.message}`);
}

function checkTargets({ targetNamespaces }: Spec, report: Report): void {
  const problem = selectorError(targetNamespaces?.selector ?? {});
  if (!problem) return;
  const path = ['spec', 'targetNamespaces', 'selector', 'matchExpressions', problem.index];
  report('conflicting-fields', path, problem.message);
}

/** Warns about fields for features that the operator provides in the cluster, but that a render cannot provide. */
function warnAboutOperator({ sync, helm, parameters = [], outputs }: Spec, report: Report): void {
  const warn = (path: readonly (string | number)[], message: string, fix: string) =>
    report('ignored-field', ['spec', ...path], message, { fix });
  const always = 'objects always follow the Template, and Argo CD reverts edits';
  if (sync?.mode === 'off') warn(['sync', 'mode'], `sync.mode off has no effect: ${always}`, 'set sync.mode to revert');
  if (sync?.mode === 'strict')
    warn(['sync', 'mode'], 'sync.mode strict does not block edits: Argo CD reverts them', 'set sync.mode to revert');
  if (sync?.ignoreFields)
    warn(
      ['sync', 'ignoreFields'],
      'sync.ignoreFields has no effect: Argo CD reverts edits',
      'remove it, and list the fields in ignoreDifferences of the Argo CD Application',
    );
  if (helm?.version)
    warn(
      ['helm', 'version'],
      'helm.version has no effect: leasehold vendor runs the helm command on the PATH',
      'remove the field',
    );
  if (helm?.chart.repository.auth)
    warn(
      ['helm', 'chart', 'repository', 'auth'],
      'auth has no effect: leasehold does not read Secrets',
      'remove it; for an oci:// repository, run helm registry login before leasehold vendor',
    );
  if (outputs) warn(['outputs'], 'outputs has no effect: leasehold writes no status', 'remove it');
  for (const [index, { exposeInStatus }] of parameters.entries())
    if (exposeInStatus)
      warn(
        ['parameters', index, 'exposeInStatus'],
        'exposeInStatus has no effect: leasehold writes no status',
        'remove it',
      );
}
