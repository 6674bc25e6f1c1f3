import { announced } from '../app/announce.ts';

/**
 * The live region of the console. It exists before its first text, because screen readers ignore a region that appears
 * together with its text.
 */
export function Announcer() {
  return (
    <p class="hidden" role="status">
      {announced.value}
    </p>
  );
}
