import { printable } from '../app/printable.ts';
import { texts } from '../app/texts.ts';
import type { LineView } from '../model/blame-views.ts';
import { CommitLink, RequestLink } from './commit.tsx';
import { Day } from './time.tsx';
import { YamlLine } from './yaml.tsx';

interface BlameProps {
  readonly lines: readonly LineView[];
  readonly label: string;
  /** The line to mark; 0 for none. */
  readonly line?: number;
}

/** The lines of a text. Each run of lines is shown with the commit that last changed it. */
export function Blame({ lines, label, line = 0 }: BlameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table-scroll blame" aria-label={label} tabIndex={0}>
      <table>
        <thead class="hidden">
          <tr>
            <th scope="col">{texts.commit}</th>
            <th scope="col">{texts.blame.line}</th>
            <th scope="col">{texts.editor.plain}</th>
          </tr>
        </thead>
        <tbody>
          {runsOf(lines).flatMap(({ first, run }) =>
            run.map((view, index) => (
              <tr
                key={first + index}
                class={`${index === 0 ? 'first' : ''}${first + index + 1 === line ? ' marked' : ''}`}
              >
                {index === 0 && (
                  <td class="blame-source" rowSpan={run.length}>
                    <From view={view} />
                  </td>
                )}
                <td class="blame-line">{first + index + 1}</td>
                <td class="blame-text">
                  <code>
                    <YamlLine line={view.text} />
                  </code>
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

function From({ view: { from } }: { readonly view: LineView }) {
  if (from === 'uncommitted' || from === 'older') return <span class="quiet">{texts.blame[from]}</span>;
  return (
    <div class="blame-commit" title={printable(from.subject)}>
      <span class="blame-subject">{printable(from.subject)}</span>
      <span class="quiet">
        <CommitLink commit={from} /> <RequestLink commit={from} /> {printable(from.author)} · <Day of={from.date} />
      </span>
    </div>
  );
}

interface Run {
  /** The index of the first line. */
  readonly first: number;
  readonly run: readonly LineView[];
}

function runsOf(lines: readonly LineView[]): readonly Run[] {
  const starts = lines.flatMap((line, index) => (nameOf(lines[index - 1]) === nameOf(line) ? [] : [index]));
  return starts.map((first, index) => ({ first, run: lines.slice(first, starts[index + 1]) }));
}

function nameOf(line: LineView | undefined): string | undefined {
  return typeof line?.from === 'object' ? line.from.sha : line?.from;
}
