import { signal } from '@preact/signals';

/** The text that screen readers read next. */
export const announced = signal('');

/** Milliseconds without another text, so that screen readers do not read after each keystroke. */
const pause = 700;
let timer = 0;

/** Lets screen readers read a text after those before it. Call it for changes that happen away from the focus. */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    announced.value = text;
  }, pause) as unknown as number;
}
