import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../core/problem/problem.ts';
import { ask } from '../app/client.ts';
import { texts } from '../app/texts.ts';
import type { Editor } from '../editor/editor.ts';

interface TextEditorProps {
  readonly initial: string;
  /** Replaces the text of the editor when this object changes. */
  readonly replacement: { readonly text: string } | undefined;
  readonly isReadOnly: boolean;
  /** The line to show first; 0 for the start. */
  readonly line: number;
  readonly problems: readonly Problem[];
  readonly onChange: (text: string) => void;
}

/** The text of a file in an editor, which is loaded on demand. */
export function TextEditor({ initial, replacement, isReadOnly, line, problems, onChange }: TextEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  useEffect(() => {
    let opened: Editor | undefined;
    let isGone = false;
    void import('../editor/editor.ts').then(({ openEditor }) => {
      if (isGone || !parent.current) return;
      const complete = (value: string, offset: number) => ask('complete', value, offset);
      const label = texts.editor.plain;
      opened = openEditor({
        parent: parent.current,
        text: initial,
        label,
        isReadOnly,
        onChange,
        complete,
      });
      if (line > 1) opened.goToLine(line);
      setEditor(opened);
    });
    return () => {
      isGone = true;
      opened?.destroy();
    };
  }, []);
  useEffect(() => {
    if (replacement) editor?.setText(replacement.text);
  }, [replacement, editor]);
  useEffect(() => editor?.showProblems(problems), [problems, editor]);
  return <div ref={parent} class="editor" />;
}
