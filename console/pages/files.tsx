import { result } from '../app/client.ts';
import { at, link, replaceParams, route } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Filter, matches } from '../parts/field.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page, Show } from '../parts/page.tsx';
import { More, usePages } from '../parts/paged-table.tsx';

/** The files of the repository. */
export function FilesPage() {
  return (
    <Page
      title={texts.pages.files}
      lead={texts.files.lead}
      actions={
        <a class="button" href={link(['edit'], { new: 'file' })}>
          {texts.editor.newFile}
        </a>
      }
    >
      <Show of={result('files', at()).value}>{(paths) => <List paths={paths} />}</Show>
    </Page>
  );
}

function List({ paths }: { readonly paths: readonly string[] }) {
  const { q = '' } = route.value.params;
  const found = paths.filter((path) => matches(q, path));
  const { shown, more } = usePages(found.length);
  return (
    <>
      <div class="toolbar">
        <Filter
          label={texts.files.filter}
          placeholder={texts.files.filter}
          value={q}
          onInput={(value) => replaceParams({ q: value })}
        />
        <p class="quiet" role="status">
          {texts.count(found.length, 'file', 'files')}
        </p>
      </div>
      {found.length === 0 && <NoMatch />}
      <ul class="list card">
        {found.slice(0, shown).map((path) => (
          <li key={path}>
            <a class="source" href={link(['edit'], { file: path })}>
              {path}
            </a>
          </li>
        ))}
      </ul>
      <More shown={shown} all={found.length} onMore={more} />
    </>
  );
}
