/** How the render differs from a fact of the operator. `lost`: it has nothing like it. */
export interface Difference {
  readonly kind: 'narrower' | 'wider' | 'different' | 'lost';
  /** What the render has instead, as a sentence. */
  readonly text: string;
  /** The sentence holds whatever the namespace. */
  readonly isEverywhere?: true;
}
