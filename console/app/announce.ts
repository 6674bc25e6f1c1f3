import { signal } from '@preact/signals';

/** The text that screen readers read next. */
export const announced = signal('');

/** Milliseconds to wait for another text, so that screen readers do not read a text after each keystroke. */
const pause = 700;
let timer = 0;

/**
 * Lets screen readers read a text, unless another text follows immediately. Call it for changes away from the focus.
 */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    announced.value = text;
  }, pause) as unknown as number;
}
