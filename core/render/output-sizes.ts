import { byteLength } from '../../data/byte-length.ts';
import { limits } from '../../data/limits.ts';
import type { AuthorOf } from '../source/directory-limits.ts';

/** What exceeds a limit of its output: the directory of a tenant, or a file if `tenant` is undefined. */
export type Excess = { readonly tenant: string | undefined };

interface Sum {
  objects: number;
  /** At most this many bytes, including the texts that are not counted yet. */
  bytes: number;
  readonly uncounted: string[];
}

/** Adds up the output of each input file, and of each tenant's directory whose authors are not trusted. */
export class OutputSizes {
  private readonly files = new Map<string, number>();
  private readonly directories = new Map<string, Sum>();
  private readonly authorOf: AuthorOf;

  constructor(authorOf: AuthorOf) {
    this.authorOf = authorOf;
  }

  /** Adds the text of an object that a document of the file renders. Returns what then exceeds its limit. */
  add(file: string, text: string): Excess | undefined {
    const size = (this.files.get(file) ?? 0) + text.length;
    this.files.set(file, size);
    if (size > limits.output) return { tenant: undefined };
    const tenant = this.authorOf(file);
    return tenant !== undefined && !this.hasRoom(tenant, text) ? { tenant } : undefined;
  }

  /** Counts the bytes only if the number of characters, each of which has at most three bytes, does not suffice. */
  private hasRoom(tenant: string, text: string): boolean {
    const sum = this.directories.get(tenant) ?? { objects: 0, bytes: 0, uncounted: [] };
    this.directories.set(tenant, sum);
    sum.objects++;
    sum.uncounted.push(text);
    sum.bytes += 3 * text.length;
    if (sum.bytes > limits.outputOfTenant)
      for (const one of sum.uncounted.splice(0)) sum.bytes += byteLength(one) - 3 * one.length;
    return sum.objects <= limits.objectsOfTenant && sum.bytes <= limits.outputOfTenant;
  }
}
