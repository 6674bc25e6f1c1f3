import { isMapping, listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { readDocuments } from '../../leasehold.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import { ignoredInApplication } from './isolation-rules.ts';
import { appliesSeveralTenants, cascade } from './sync-rules.ts';

const finalizer = 'the finalizer resources-finalizer.argocd.argoproj.io';

/** Settings that a patch or the template of a generator must not add. Both override the template of the ApplicationSet. */
const harmful = [
  [/allowEmpty["']?\s*:\s*["']?true/, 'allowEmpty', 'an empty render deletes every tenant'],
  [/Replace=true/, 'Replace=true', 'Argo CD overwrites objects instead of merging changes'],
  [/Force=true/, 'Force=true', 'Argo CD can delete objects to create them again'],
  [cascade, finalizer, 'deleting an Application deletes its tenants'],
  [/prune["']?\s*:\s*["']?false/, 'prune: false', 'objects that are removed from Git stay in the cluster'],
  [/skip-reconcile["']?\s*:\s*["']?(?:true|t\b|1)/i, 'skip-reconcile', 'Argo CD applies and prunes nothing'],
  [/selfHeal["']?\s*:\s*["']?false/, 'selfHeal: false', 'changes in the cluster stay until the next commit', warning],
  [/\benabled["']?\s*:\s*["']?false/, 'enabled: false', 'Argo CD syncs only on request', warning],
] as const;

interface Override {
  /** `patch` or `template of a generator` */
  readonly what: string;
  readonly path: string;
  readonly text: string;
  /** Undefined for a patch that is YAML only after Argo CD fills in its values. */
  readonly body: unknown;
}

export function overrideRules(set: ApplicationObject): readonly Finding[] {
  return overridesIn(set).flatMap((override) => [
    ...harmfulSettings(set, override),
    ...ignoredInApplication({ ...set, spec: valueAt(override.body, 'spec'), root: `${override.path}.spec` }),
  ]);
}

export function overridesIn(set: ApplicationObject): readonly Override[] {
  const patch = textAt(set.body, 'spec', 'templatePatch');
  const [document] = readDocuments([{ path: set.file, text: patch }]);
  const patches = [{ what: 'patch', path: 'spec.templatePatch', text: patch, body: document?.body }];
  return [...patches, ...templatesOf(valueAt(set.body, 'spec'), 'spec')];
}

/** The templates of generators, including those nested in matrix and merge generators. */
function templatesOf(holder: unknown, path: string): readonly Override[] {
  return listAt(holder, 'generators').flatMap((generator, index) =>
    Object.entries(mappingAt(generator)).flatMap(([name, own]) => {
      const place = `${path}.generators[${index}].${name}`;
      const body = valueAt(own, 'template');
      const what = 'template of a generator';
      const template = { what, path: `${place}.template`, text: JSON.stringify(body), body };
      return [...(isMapping(body) ? [template] : []), ...templatesOf(own, place)];
    }),
  );
}

function harmfulSettings(set: ApplicationObject, { what, path, text }: Override): readonly Finding[] {
  return harmful
    .filter(([pattern, name]) => pattern.test(text) && !(name === finalizer && !appliesSeveralTenants(set)))
    .map(([, name, effect, report = error]) =>
      report(set, {
        path,
        message: `the ${what} sets ${name}, so ${effect}`,
        fix: `remove ${name} from the ${what}`,
      }),
    );
}
