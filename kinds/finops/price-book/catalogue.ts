import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { catalogueText } from '../../../cost/catalogue.ts';
import { claimingBooks } from '../terms/active-book.ts';
import { catalogueName, catalogueOf } from '../terms/catalogue.ts';

/** The input of the showback job, in the namespace of the active price book. Also depends on Subscriptions and namespaces. */
export function catalogue(world: World): readonly Emit[] {
  const [book] = world.derived(claimingBooks);
  if (!book) return [];
  const data = { 'catalogue.json': catalogueText(catalogueOf(book, world)) };
  const { namespace } = book;
  return [emit('config-map', { name: catalogueName, namespace, labels: {}, annotations: {}, data })];
}
