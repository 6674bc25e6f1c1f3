import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { catalogueText } from '../../../cost/catalogue.ts';
import { claimingBooks } from '../terms/active-book.ts';
import { catalogueName, catalogueOf } from '../terms/catalogue.ts';

/** What the showback job reads, in the namespace of the active price book. It follows from Subscriptions and namespaces too. */
export function catalogue(world: World): readonly Emit[] {
  const [book] = world.derived(claimingBooks);
  if (!book) return [];
  const data = { 'catalogue.json': catalogueText(catalogueOf(book, world)) };
  const { namespace } = book;
  return [emit('config-map', { name: catalogueName, namespace, labels: {}, annotations: {}, data })];
}
