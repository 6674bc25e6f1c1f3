import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { groupBy } from '../../data/group-by.ts';
import { announce } from '../app/announce.ts';
import { result } from '../app/client.ts';
import { at, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { ObjectView } from '../model/object-view.ts';
import { Blame } from '../parts/blame.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Filter, matches } from '../parts/field.tsx';
import { SourceLink } from '../parts/labels.tsx';
import { Empty, Show } from '../parts/page.tsx';
import { Yaml } from '../parts/yaml.tsx';

/** Objects next to the manifest of the selected object. */
export function Objects({ objects }: { readonly objects: readonly ObjectView[] }) {
  const { q = '', object: key } = route.value.params;
  if (objects.length === 0) return <Empty title={texts.object.none} />;
  const shown = objects.filter((object) => matches(q, object.key));
  const chosen = objects.find((object) => object.key === key) ?? shown[0];
  return (
    <div class="split">
      <div class="split-list">
        <Filter
          label={texts.object.filter}
          placeholder={texts.object.filter}
          value={q}
          onInput={(value) => {
            replaceParams({ q: value, object: '' });
            announce(texts.found(objects.filter((object) => matches(value, object.key)).length));
          }}
        />
        <ObjectList objects={shown} chosen={chosen?.key} />
      </div>
      <div class="split-detail">{chosen ? <Detail object={chosen} /> : <Empty title={texts.noMatches} />}</div>
    </div>
  );
}

interface ObjectListProps {
  readonly objects: readonly ObjectView[];
  readonly chosen: string | undefined;
}

function ObjectList({ objects, chosen }: ObjectListProps) {
  const groups = groupBy(objects, ({ id }) => id.namespace);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showIn(list.current), []);
  return (
    <div class="object-list" ref={list}>
      {[...groups].map(([namespace, own]) => (
        <section key={namespace} aria-label={namespace || texts.object.cluster}>
          <h2>{namespace || texts.object.cluster}</h2>
          <ul>
            {own.map(({ key, id }) => (
              <li key={key}>
                <button type="button" aria-pressed={key === chosen} onClick={() => replaceParams({ object: key })}>
                  <span class="object-kind">{id.kind}</span>
                  <span class="object-name">{id.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Scrolls a list to the object that a link selects. The page itself does not scroll. */
function showIn(list: HTMLElement | null): void {
  const selected = list?.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (list && selected) list.scrollTop = selected.offsetTop - list.clientHeight / 2;
}

function Detail({ object }: { readonly object: ObjectView }) {
  const { id, key, text, tenant } = object;
  const isBlamed = route.value.params['blame'] === '1';
  return (
    <article class="card flush">
      <header class="card-head">
        <h2>
          <span class="quiet">{id.kind}</span> {id.namespace !== '' && `${id.namespace}/`}
          {id.name}
        </h2>
        <div class="actions">
          <button
            type="button"
            class="button small"
            aria-pressed={isBlamed}
            onClick={() => replaceParams({ blame: isBlamed ? '' : '1' })}
          >
            {texts.blame.object}
          </button>
          <CopyButton label={texts.object.copy} text={text} />
        </div>
      </header>
      <Why object={object} />
      {isBlamed ? (
        <Show of={result('blameObject', at(), tenant, key).value}>
          {(lines) => <Blame lines={lines} label={key} />}
        </Show>
      ) : (
        <Yaml text={text} label={key} />
      )}
    </article>
  );
}

/** The source of an object. */
function Why({ object: { source, shape, file, wave } }: { readonly object: ObjectView }) {
  const { object: names } = texts;
  return (
    <dl class="facts" aria-label={names.why}>
      <Fact name={names.renderedFrom}>
        {source && `${source.label}, `}
        <SourceLink source={source} />
      </Fact>
      {source && (
        <Fact name={names.byKind}>
          <code>{source.folder}</code>
        </Fact>
      )}
      {shape !== undefined && (
        <Fact name={names.template}>
          <code>{shape}.yaml.hbs</code>
        </Fact>
      )}
      <Fact name={names.output}>
        <code>{file}</code>
      </Fact>
      <Fact name={names.wave}>{wave}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
