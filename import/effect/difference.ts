/** How the render differs from a fact of the operator. `lost`: the render has no such effect. */
export interface Difference {
  readonly kind: 'narrower' | 'wider' | 'different' | 'lost';
  /** What the render does instead, as a sentence. */
  readonly text: string;
  /** Examples of what the sentence states. In a report, they follow the namespaces. */
  readonly examples?: string;
  /** Whether more or less is possible without a lost effect. Undefined if this is unknown or if neither is true. */
  readonly direction?: 'narrower' | 'wider' | undefined;
  /** True if the sentence applies to all namespaces. */
  readonly isEverywhere?: true;
}
