import { EditorView } from '@codemirror/view';

/** Uses the colors of the page: the shadow root inherits its variables. */
export const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '12px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-2)', border: 'none', paddingLeft: '6px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--select)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    maxWidth: '34rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-completionInfo': { padding: '8px 12px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--sans)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.y-key': { color: 'var(--y-key)' },
  '.y-text': { color: 'var(--y-text)' },
  '.y-comment': { color: 'var(--y-comment)' },
  '.y-mark': { color: 'var(--y-mark)' },
});
