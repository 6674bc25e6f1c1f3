import { useSignal } from '@preact/signals';
import { texts } from '../app/texts.ts';

interface CopyProps {
  readonly label: string;
  readonly text: string;
}

/** Copies text to the clipboard, and confirms it. */
export function CopyButton({ label, text }: CopyProps) {
  const copied = useSignal('');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.value = text;
  };
  return (
    <button type="button" class="button small" onClick={copy}>
      <span aria-live="polite">{copied.value === text ? texts.object.copied : label}</span>
    </button>
  );
}
