import type { Origin } from '../source/source.ts';
import { atValue, type UnlocatedProblem } from './problem.ts';

/** The document that the code of a kind processes. */
interface Subject {
  readonly origin: Origin;
  /** The tenants that depend on the document. Undefined if they are unknown. */
  readonly tenants?: readonly string[] | undefined;
}

/** Runs code of a kind on one document. An exception is a bug, and is reported as a problem of this document. */
export type Guard = <T>(subject: Subject, run: () => T, fallback: T) => T;

/** For objects without a document, which depend on settings or on all documents. */
export const noDocument: Subject = { origin: { file: '', document: 0, base: [] } };

/** Returns a guard that adds bugs to a list. */
export function guardInto(bugs: UnlocatedProblem[]): Guard {
  return ({ origin, tenants }, run, fallback) => {
    try {
      return run();
    } catch (error) {
      const [subject, attached] =
        origin === noDocument.origin
          ? ['objects of the platform', 'the documents without their secrets']
          : ['this document', 'the document without its secrets'];
      const message = `leasehold failed on ${subject}: ${error instanceof Error ? error.message : 'unknown error'}`;
      const fix = `report this bug, and attach ${attached}`;
      bugs.push({ code: 'internal-error', origin, place: atValue([]), message, fix, tenants });
      return fallback;
    }
  };
}
