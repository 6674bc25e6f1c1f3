import { type Catalogue, readCatalogue } from '../cost/catalogue.ts';
import { textAt } from '../data/tree.ts';
import { type Manifest, readDocuments } from '../leasehold.ts';

const key = 'catalogue.json';

/**
 * The catalogue of the active price book in rendered manifests. Undefined if they contain none, or if it is invalid.
 */
export function findCatalogue(objects: readonly Manifest[]): Catalogue | undefined {
  const manifest = objects.find(({ id, text }) => id.kind === 'ConfigMap' && text.includes(`${key}: `));
  if (!manifest) return undefined;
  const [document] = readDocuments([{ path: 'catalogue.yaml', text: manifest.text }]);
  const catalogue = parseCatalogue(textAt(document?.body, 'data', key));
  return typeof catalogue === 'string' ? undefined : catalogue;
}

/** Parses a catalogue. Returns a message if it is invalid. */
export function parseCatalogue(text: string): Catalogue | string {
  try {
    return readCatalogue(JSON.parse(text));
  } catch {
    return 'the catalogue is not valid JSON';
  }
}
