import { useSignal } from '@preact/signals';
import { ask, result } from '../app/client.ts';
import { canPropose } from '../app/gateway.ts';
import { texts } from '../app/texts.ts';
import { ProposeChange } from './propose.tsx';
import { saveFile } from './save-file.ts';

interface ProposeProps {
  readonly path: string;
  /** Undefined deletes the file. */
  readonly text: string | undefined;
  /** Undefined for a new file. */
  readonly original: string | undefined;
  /** Undefined until the preview is complete. */
  readonly ok: boolean | undefined;
  readonly replace?: (text: string) => void;
  readonly discard: () => void;
}

/**
 * Exports an edit as a patch, and proposes it through the gateway. Without a gateway, can open the editor of the forge.
 */
export function Propose({ path, text, original, ok, replace, discard }: ProposeProps) {
  const isServed = canPropose();
  const done = useSignal('');
  const overview = result('overview', undefined).value;
  const editUrl = overview.state === 'ready' ? overview.value.editUrl : undefined;
  const download = async () => {
    saveFile(`${path.split('/').at(-1)}.patch`, await ask('patch', path, text), 'text/x-patch');
    done.value = texts.editor.apply;
  };
  const copy = async () => {
    await navigator.clipboard.writeText(await ask('patch', path, text));
    done.value = texts.object.copied;
  };
  return (
    <>
      <span class="quiet" role="status">
        {done.value || (ok === false ? texts.editor.brokenHelp : '')}
      </span>
      <button type="button" class="button" onClick={discard}>
        {texts.editor.discard}
      </button>
      <button type="button" class="button" disabled={!ok} onClick={copy}>
        {texts.editor.copy}
      </button>
      {!isServed && editUrl !== undefined && text !== undefined && (
        <ForgeLink address={editUrl + encodeURI(path)} text={text} ok={ok === true} />
      )}
      <button type="button" class={isServed ? 'button' : 'button primary'} disabled={!ok} onClick={download}>
        {texts.editor.download}
      </button>
      {isServed && <ProposeChange {...{ path, text, original, replace }} ok={ok === true} />}
    </>
  );
}

interface ForgeProps {
  readonly address: string;
  readonly text: string;
  readonly ok: boolean;
}

/** The edit URL of a forge cannot contain a new text, so the text is copied. */
function ForgeLink({ address, text, ok }: ForgeProps) {
  if (!ok) return null;
  return (
    <a
      class="button"
      href={address}
      target="_blank"
      rel="noreferrer"
      title={texts.editor.forgeHelp}
      onClick={() => void navigator.clipboard.writeText(text)}
    >
      {texts.editor.forge}
    </a>
  );
}
