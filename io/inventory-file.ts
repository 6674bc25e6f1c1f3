import type { Inventory, OutputFile } from '../leasehold.ts';
import { emptyList } from './ownership.ts';

export const inventoryPath = 'inventory.json';

/** What was rendered for each resource, one a line. Tools that read the directory find an empty List in it. */
export function inventoryFile({ objects, resources }: Inventory): OutputFile {
  const lines = resources.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return {
    path: inventoryPath,
    text: `{\n  ${emptyList},\n  "objects": ${objects},\n  "resources": [\n${lines}\n  ]\n}\n`,
  };
}
