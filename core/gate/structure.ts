import { isMapping, mappingAt, type Tree, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { syncWaveAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { hasControlCharacter, ingressPaths } from '../../kubernetes/ingress-paths.ts';
import { isList } from '../../kubernetes/list-object.ts';
import { isDnsSubdomain, isLabelValue, isMetadataKey } from '../../kubernetes/names.ts';
import { missingSecretKey } from './secret-keys.ts';
import { unprintable } from './unprintable.ts';

/** The type of an object without structural problems. */
export interface StructuredObject {
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

interface StructureProblem {
  readonly code: 'wrong-type' | 'missing-field' | 'bad-format' | 'out-of-range';
  readonly message: string;
  readonly fix?: string;
}

/**
 * The first reason to reject an object: a YAML parser could see something other than this single object, a controller could
 * misread it, or the API server would reject it. The message follows the name of the object.
 */
export function structureProblem(tree: Tree): StructureProblem | undefined {
  return (
    listProblem(tree) ??
    identityProblem(tree) ??
    metadataProblem(mappingAt(tree['metadata'])) ??
    pathProblem(tree) ??
    secretProblem(tree) ??
    unprintable(tree)
  );
}

/**
 * kubectl and Argo CD read every object with `items` as a list and apply what it contains, whatever its kind. Only `List`
 * itself is split before this check, so that each of its objects is checked.
 */
function listProblem(tree: Tree): StructureProblem | undefined {
  if (!isList(tree)) return undefined;
  const fix = 'write each object separately';
  if (tree['items'] === undefined)
    return { code: 'bad-format', message: 'is a list, which could contain any object', fix };
  const message = 'has the field items, so kubectl and Argo CD read it as a list of objects';
  return { code: 'bad-format', message, fix: `remove items, or ${fix}` };
}

const apiVersionForm = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[a-z0-9]+$/;

function identityProblem({ apiVersion, kind, metadata }: Tree): StructureProblem | undefined {
  if (typeof kind !== 'string' || !/^[A-Za-z][A-Za-z0-9]*$/.test(kind))
    return { code: 'missing-field', message: 'has no valid kind', fix: 'set kind, such as ConfigMap' };
  if (typeof apiVersion !== 'string' || !apiVersionForm.test(apiVersion))
    return { code: 'missing-field', message: 'has no valid apiVersion', fix: 'set apiVersion, such as v1 or apps/v1' };
  const { name, generateName } = mappingAt(metadata);
  const fix =
    generateName === undefined
      ? 'set metadata.name'
      : 'set metadata.name instead of generateName, which creates a new object on each sync';
  if ((name ?? null) === null) return { code: 'missing-field', message: 'has no metadata.name', fix };
  if (typeof name !== 'string')
    return { code: 'wrong-type', message: 'has a name that is not a string', fix: 'put the name in quotes' };
  if (!isObjectName(groupOf(apiVersion), name)) return invalidName;
  if (generateName === undefined) return undefined;
  return { code: 'bad-format', message: 'has both name and generateName', fix: 'remove generateName' };
}

const invalidName: StructureProblem = {
  code: 'bad-format',
  message: 'has an invalid name',
  fix: 'use at most 253 lowercase letters, digits, - and ., with a letter or digit at both ends and around each .',
};

/** API groups whose object names only have to be a valid segment of a URL path. */
const pathSegmentNames = /^rbac\.authorization\.k8s\.io$|\.openshift\.io$/;

/** Whether leasehold accepts the name for objects of the API group. */
export function isObjectName(group: string, name: string): boolean {
  return isDnsSubdomain(name) || (pathSegmentNames.test(group) && /^(?!\.\.?$)[^/%\s\p{C}]{1,253}$/u.test(name));
}

function secretProblem(tree: Tree): StructureProblem | undefined {
  const key = missingSecretKey(tree);
  if (key === undefined) return undefined;
  const message = `has the type ${tree['type']} without the key ${key}, so the API server rejects it`;
  return { code: 'missing-field', message, fix: 'copy the Secret with resourceMappings, or write an ExternalSecret' };
}

/** Controllers print paths into the configuration of a proxy, where a line break could end a directive. */
function pathProblem(tree: Tree): StructureProblem | undefined {
  if (tree['kind'] !== 'Ingress') return undefined;
  if (!ingressPaths(tree).some((at) => hasControlCharacter(textAt(tree, ...at, 'path')))) return undefined;
  return { code: 'bad-format', message: 'has a line break or another control character in a path' };
}

function metadataProblem({ labels, annotations, namespace }: Tree): StructureProblem | undefined {
  if ((namespace ?? '') !== '' && typeof namespace !== 'string')
    return { code: 'wrong-type', message: 'has a namespace that is not a string', fix: 'put the namespace in quotes' };
  if ([labels, annotations].some((one) => (one ?? null) !== null && !isMapping(one)))
    return { code: 'wrong-type', message: 'has labels or annotations that are not a mapping' };
  const ownLabels = Object.entries(mappingAt(labels));
  return textProblem([...ownLabels, ...Object.entries(mappingAt(annotations))]) ?? valueProblem(ownLabels, annotations);
}

const writtenKey = 'write the key itself: parameters are replaced only in values';
const validKey =
  'use at most 63 letters, digits, ., _ and -, with a letter or digit at both ends, after a prefix such as example.com/ if needed';

function textProblem(texts: readonly (readonly [string, unknown])[]): StructureProblem | undefined {
  const key = texts.map(([name]) => name).find((name) => !isMetadataKey(name));
  if (key !== undefined) {
    const message = `has the invalid label or annotation key ${JSON.stringify(key)}`;
    return { code: 'bad-format', message, fix: key.includes('${') ? writtenKey : validKey };
  }
  const nonText = texts.find(([, value]) => typeof value !== 'string');
  if (!nonText) return undefined;
  const message = `has the label or annotation ${nonText[0]}, whose value is not a string`;
  return { code: 'wrong-type', message, fix: 'put the value in quotes' };
}

function valueProblem(
  labels: readonly (readonly [string, unknown])[],
  annotations: unknown,
): StructureProblem | undefined {
  const invalid = labels.find(([, value]) => !isLabelValue(value as string));
  const fix = 'use at most 63 letters, digits, ., _ and -, with a letter or digit at both ends';
  if (invalid) return { code: 'bad-format', message: `has the label ${invalid[0]} with an invalid value`, fix };
  const wave = mappingAt(annotations)[syncWaveAnnotation];
  if (wave === undefined || /^-?[0-9]{1,4}$/.test(wave as string)) return undefined;
  const message = `has the sync wave ${JSON.stringify(wave)}, which is not an integer of at most 4 digits`;
  return { code: 'bad-format', message };
}
