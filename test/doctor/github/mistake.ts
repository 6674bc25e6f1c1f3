import type { GitHubRepository } from './repository.ts';

/** A mistake, an example of it, and the doctor's finding. The documentation lists mistakes in this order. */
export interface Mistake {
  readonly mistake: string;
  readonly severity: 'error' | 'warning';
  /** Words of the message. */
  readonly message: string;
  /** `file:line` of a finding in a file. */
  readonly at?: string;
  readonly repository: GitHubRepository;
}

export const owners = '.github/CODEOWNERS';
export const review = '.github/workflows/review.yml';
export const render = '.github/workflows/render.yml';
