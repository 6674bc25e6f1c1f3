import type { KindId } from '../../../build/contracts.ts';
import { type Convert, documentOf } from '../../../core/kind/conversion.ts';

/** Converts kinds that moved to the Template Operator without changes of their fields [sources: mto-19]. */
export function convertRenamed(to: KindId): Convert<object> {
  return (body) => [documentOf(to, body)];
}
