import type { SourceFile } from '../../leasehold.ts';
import { type Delivery, deliver } from './delivery.ts';

/** The value that the page posts, as JSON. */
export interface Posted {
  /** False if the policy of the page is in force. */
  readonly mayEvaluate: boolean;
  /** One for each repository that the page received. */
  readonly deliveries: readonly Delivery[];
}

const given = await fetch('given');
const repositories = (await given.json()) as readonly (readonly SourceFile[])[];
const deliveries = repositories.map(deliver);
const posted: Posted = { mayEvaluate: mayEvaluate(), deliveries };
await fetch('result', { method: 'POST', body: JSON.stringify(posted) });

function mayEvaluate(): boolean {
  try {
    return new Function('return true')();
  } catch {
    return false;
  }
}
