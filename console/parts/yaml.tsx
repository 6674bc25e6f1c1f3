import { printable } from '../app/printable.ts';
import { piecesOf } from './pieces.ts';

/** A manifest with syntax highlighting. */
export function Yaml({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="code" aria-label={label} tabIndex={0}>
      <pre>
        {text
          .replace(/\n$/, '')
          .split('\n')
          .map((line, index) => (
            <span key={index}>
              <YamlLine line={line} />
              {'\n'}
            </span>
          ))}
      </pre>
    </section>
  );
}

/** A line with syntax highlighting. */
export function YamlLine({ line }: { readonly line: string }) {
  return (
    <>
      {piecesOf(line).map(({ sort, text }, index) => (
        <span key={index} class={`y-${sort}`}>
          {printable(text)}
        </span>
      ))}
    </>
  );
}
