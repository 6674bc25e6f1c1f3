import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../app/client.ts';
import type { Timed } from './edit-effect.tsx';

/** The text to render next; undefined for a deleted file. */
interface Next {
  readonly text: string | undefined;
}

interface PreviewState {
  readonly timed: Timed | undefined;
  /** Why the preview failed; empty if it did not. */
  readonly failed: string;
}

/** Renders the newest text. Skips older texts that were entered while a render was running. */
export function usePreview(path: string, text: string | undefined, isPast: boolean): PreviewState {
  const shown = useSignal<PreviewState>({ timed: undefined, failed: '' });
  const queue = useRef<{ isBusy: boolean; next: Next | undefined }>({ isBusy: false, next: undefined });
  useEffect(() => {
    const state = queue.current;
    if (isPast) return;
    state.next = { text };
    if (!state.isBusy) void renderNext();
    async function renderNext(): Promise<void> {
      const { next } = state;
      if (next === undefined) return;
      Object.assign(state, { next: undefined, isBusy: true });
      shown.value = await timedPreview(path, next.text);
      state.isBusy = false;
      await renderNext();
    }
  }, [text, path, isPast, shown]);
  return shown.value;
}

async function timedPreview(path: string, text: string | undefined): Promise<PreviewState> {
  const start = performance.now();
  try {
    const preview = await ask('preview', { path, text });
    return { timed: { preview, milliseconds: Math.round(performance.now() - start) }, failed: '' };
  } catch (error) {
    return { timed: undefined, failed: error instanceof Error ? error.message : String(error) };
  }
}
