import { childrenOf, isMapping, type Path } from '../../data/tree.ts';

/** The paths of secret values in a resource: the data of nested Secret manifests. */
export function secretsIn(value: unknown, path: Path = []): readonly Path[] {
  const isSecret = isMapping(value) && value['kind'] === 'Secret' && path.length > 0;
  return childrenOf(value).flatMap(([step, child]) => {
    const inner = [...path, step];
    return isSecret && (step === 'data' || step === 'stringData') ? [inner] : secretsIn(child, inner);
  });
}
