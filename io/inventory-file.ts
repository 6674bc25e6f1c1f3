import type { Inventory, OutputFile } from '../leasehold.ts';
import { emptyList } from './ownership.ts';

export const inventoryPath = 'inventory.json';

/**
 * The rendered objects of each resource, one resource per line. It is also an empty List, for tools that read the
 * directory.
 */
export function inventoryFile({ objects, resources }: Inventory): OutputFile {
  const lines = resources.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return {
    path: inventoryPath,
    text: `{\n  ${emptyList},\n  "objects": ${objects},\n  "resources": [\n${lines}\n  ]\n}\n`,
  };
}
