import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Problem } from '../../core/problem/problem.ts';
import type { Completion } from '../model/completion.ts';
import { theme } from './theme.ts';

/** The content and the callbacks of an editor. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The name of the editor for screen readers. */
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  readonly complete: (text: string, offset: number) => Promise<Completion | undefined>;
}

/** A running editor. */
export interface Editor {
  setText(text: string): void;
  /** Lines count from 1. */
  goToLine(line: number): void;
  showProblems(problems: readonly Problem[]): void;
  destroy(): void;
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'y-key' },
  { tag: [tags.string, tags.special(tags.string)], class: 'y-text' },
  { tag: [tags.comment, tags.lineComment], class: 'y-comment' },
  { tag: [tags.separator, tags.punctuation, tags.meta], class: 'y-mark' },
]);

/**
 * Opens an editor in a shadow root. In a shadow root, CodeMirror adds adopted style sheets, which the content security
 * policy allows; elsewhere it adds style elements.
 */
export function openEditor(options: EditorOptions): Editor {
  const root = options.parent.shadowRoot ?? options.parent.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root as unknown as Element, state: stateOf(options) });
  return {
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    },
    showProblems: (problems) => view.dispatch(setDiagnostics(view.state, problems.map(diagnosticIn(view)))),
    destroy: () => view.destroy(),
  };
}

function stateOf({ text, label, isReadOnly, onChange, complete }: EditorOptions): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      bracketMatching(),
      indentUnit.of('  '),
      yaml(),
      syntaxHighlighting(colors),
      lintGutter(),
      autocompletion({ override: [completionSource(complete)] }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
      theme,
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
}

function completionSource(complete: EditorOptions['complete']) {
  return async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    const line = state.doc.lineAt(pos);
    if (!explicit && /^\s*$/.test(line.text.slice(0, pos - line.from))) return null;
    const found = await complete(state.doc.toString(), pos);
    if (!found || found.options.length === 0) return null;
    const options = found.options.map(({ label, insert, detail, description }) => {
      return { label, apply: insert, detail, ...(description === '' ? {} : { info: description }) };
    });
    return { from: found.from, options, validFor: /^[\w.-]*$/ };
  };
}

/** Underlines the word at the position of a problem. */
function diagnosticIn({ state: { doc } }: EditorView): (problem: Problem) => Diagnostic {
  return ({ at, severity, message, fix, code }) => {
    const line = doc.line(Math.max(1, Math.min(at.line, doc.lines)));
    const from = Math.min(line.to, line.from + Math.max(0, at.column - 1));
    const rest = /^[^\s#]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 0;
    const text = fix === undefined ? message : `${message} (${fix})`;
    return { from, to: from + rest, severity, message: text, source: code };
  };
}
