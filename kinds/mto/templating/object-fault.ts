import type { ProblemCode } from '../../../core/problem/codes.ts';
import { leavesOf } from '../../../data/leaves.ts';
import { isMapping, mappingAt, type Tree, textAt } from '../../../data/tree.ts';
import { groupVersion } from '../../../kubernetes/api-version.ts';
import { syncWaveAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import { isLabelValue, isMetadataKey } from '../../../kubernetes/names.ts';
import { isPrintable } from '../../../yaml/print-yaml.ts';
import type { TemplateTarget } from './template-target.ts';

/** The type of an object without faults. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | null;
    readonly labels?: Readonly<Record<string, string>> | null;
    readonly annotations?: Readonly<Record<string, string>> | null;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface ObjectFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix?: string;
}

/** The first fault that prevents rendering an object into the target's namespace. */
export function objectFault(tree: unknown, target: TemplateTarget): ObjectFault | undefined {
  if (!isMapping(tree)) return { code: 'wrong-type', message: 'a manifest is not a mapping' };
  const fault =
    listFault(tree) ?? identityFault(tree) ?? metadataFault(tree as unknown as ManifestObject) ?? numberFault(tree);
  if (fault) return { ...fault, message: `${describeObject(tree)} ${fault.message}` };
  return namespaceFault(tree as unknown as ManifestObject, target);
}

/** `Deployment web`, as far as an object of unknown content has a kind and a name. */
export function describeObject(object: unknown): string {
  const name = textAt(object, 'metadata', 'name');
  return `${textAt(object, 'kind') || 'an object'}${name === '' ? '' : ` ${name}`}`;
}

const apiVersionForm = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[a-z0-9]+$/;

/**
 * kubectl and Argo CD read every object with `items` as a list and apply what it contains, whatever its kind. Only `List`
 * itself is split before this check, so that each of its objects is checked.
 */
function listFault({ kind, items }: Tree): ObjectFault | undefined {
  if (items === undefined && !String(kind).endsWith('List')) return undefined;
  return {
    code: 'bad-format',
    message: 'is a list, which could contain any object',
    fix: 'write its objects one by one',
  };
}

function identityFault({ apiVersion, kind, metadata }: Tree): ObjectFault | undefined {
  if (typeof kind !== 'string' || !/^[A-Za-z][A-Za-z0-9]*$/.test(kind))
    return { code: 'missing-field', message: 'has no kind' };
  if (typeof apiVersion !== 'string' || !apiVersionForm.test(apiVersion))
    return { code: 'missing-field', message: 'has no apiVersion' };
  const { name, generateName } = mappingAt(metadata);
  const fix =
    generateName === undefined ? undefined : 'write name; a file cannot hold an object of another name each time';
  if (typeof name !== 'string')
    return { code: 'missing-field', message: 'has no metadata.name', ...(fix ? { fix } : {}) };
  if (/^(?!\.\.?$)[^/%\s]{1,253}$/.test(name)) return undefined;
  return { code: 'bad-format', message: 'has a name that no object may have' };
}

function metadataFault({ metadata }: ManifestObject): ObjectFault | undefined {
  const { labels, annotations, namespace } = metadata as Tree;
  if ((namespace ?? '') !== '' && typeof namespace !== 'string')
    return { code: 'wrong-type', message: 'has a namespace that is not text' };
  const texts = [...Object.entries(mappingAt(labels)), ...Object.entries(mappingAt(annotations))];
  const key = texts.map(([name]) => name).find((name) => !isMetadataKey(name));
  if (key !== undefined)
    return { code: 'bad-format', message: `has ${JSON.stringify(key)} for a key of labels or annotations` };
  const nonText = texts.find(([, value]) => typeof value !== 'string');
  if (nonText)
    return { code: 'wrong-type', message: `has the label or annotation ${nonText[0]}, whose value is not text` };
  const invalidLabel = Object.entries(mappingAt(labels)).find(([, value]) => !isLabelValue(value as string));
  const form = 'at most 63 letters, digits, ., _ and -, with a letter or digit at both ends';
  if (invalidLabel)
    return { code: 'bad-format', message: `has the label ${invalidLabel[0]}, whose value is not ${form}` };
  const wave = mappingAt(annotations)[syncWaveAnnotation];
  if (wave === undefined || /^-?[0-9]{1,4}$/.test(wave as string)) return undefined;
  return { code: 'bad-format', message: 'has a sync wave that is not a whole number' };
}

function numberFault(tree: unknown): ObjectFault | undefined {
  const message = 'holds a number that YAML readers read in different ways';
  const isOdd = leavesOf(tree).some(({ value }) => typeof value === 'number' && !isPrintable(value));
  return isOdd ? { code: 'out-of-range', message, fix: 'write it in quotes' } : undefined;
}

/** Rejects Namespaces, and objects outside of the target's namespace. */
function namespaceFault(
  { apiVersion, kind, metadata }: ManifestObject,
  target: TemplateTarget,
): ObjectFault | undefined {
  const { group } = groupVersion(apiVersion);
  const label = `${kind} ${metadata.name}`;
  if (kind === 'Namespace' && group === '') {
    const message = `${label} cannot come from a Template: what is in a namespace follows from its labels`;
    return { code: 'foreign-namespace', message, fix: 'add the namespace to its tenant' };
  }
  const isClusterScoped = target.world.settings.templates.isClusterScoped(group, kind);
  if (isClusterScoped && target.isDelegated) {
    const message = `${label} has no namespace, and an instance in a tenant's directory renders only objects of its namespace`;
    return { code: 'not-granted', message, fix: "move the instance to the Platform's directory" };
  }
  if (isClusterScoped) return sharedFault(label, metadata.name, target);
  const stated = metadata.namespace ?? '';
  if (stated === '' || stated === target.namespace) return undefined;
  const message = `${label} would lie in namespace ${stated}, which is not the one that the Template is put into`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the user is to write
  return { code: 'foreign-namespace', message, fix: 'leave metadata.namespace out, or write ${namespace}' };
}

/** Rejects cluster-scoped objects that several namespaces would render with the same name. */
function sharedFault(
  label: string,
  name: string,
  { isClusterInstance, namespace }: TemplateTarget,
): ObjectFault | undefined {
  if (!isClusterInstance || name.includes(namespace)) return undefined;
  const message = `${label} has no namespace, and would be rendered once more for each namespace`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the user is to write
  return { code: 'duplicate-object', message, fix: 'put ${namespace} into its name' };
}
