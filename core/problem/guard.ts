import type { Origin } from '../source/source.ts';
import { atValue, type Fault } from './problem.ts';

/** The document that code of a kind works on, with the tenants that depend on it; undefined if they are not known yet. */
interface Subject {
  readonly origin: Origin;
  readonly tenants?: readonly string[] | undefined;
}

/** Runs code of a kind on one document. An exception is a bug, and becomes a fault of this document. */
export type Guard = <T>(subject: Subject, run: () => T, fallback: T) => T;

/** For objects that follow from all documents. */
export const noDocument: Subject = { origin: { file: '', document: 0, base: [] } };

/** Collects the bugs in a list. */
export function guardInto(bugs: Fault[]): Guard {
  return ({ origin, tenants }, run, fallback) => {
    try {
      return run();
    } catch (error) {
      const message = `leasehold failed on this document: ${error instanceof Error ? error.message : 'unknown error'}`;
      const fix = 'report it with the document; other tenants are not affected';
      bugs.push({ code: 'internal-error', origin, place: atValue([]), message, fix, tenants });
      return fallback;
    }
  };
}
