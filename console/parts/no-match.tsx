import { replaceParams } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Empty } from './page.tsx';

/** The placeholder of a list without entries that match its filter `q`. */
export function NoMatch({ title = texts.noMatches }: { readonly title?: string }) {
  return (
    <Empty title={title}>
      <button type="button" class="button" onClick={() => replaceParams({ q: '' })}>
        {texts.clear}
      </button>
    </Empty>
  );
}
