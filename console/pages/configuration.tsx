import { result } from '../app/client.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { ConfigurationDocument } from '../model/configuration.ts';
import { SourceLink } from '../parts/labels.tsx';
import { Empty, Page, Show } from '../parts/page.tsx';
import { More, usePages } from '../parts/paged-table.tsx';
import { Yaml } from '../parts/yaml.tsx';

/** The documents that all tenants share. */
export function ConfigurationPage() {
  const { configuration } = texts;
  return (
    <Page
      title={configuration.title}
      lead={configuration.lead}
      actions={
        <a class="button" href={link(['cluster', 'health'])}>
          {configuration.health}
        </a>
      }
    >
      <Show of={result('configuration', at()).value}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty title={configuration.empty} help={configuration.emptyHelp} />
          ) : (
            <List documents={documents} />
          )
        }
      </Show>
    </Page>
  );
}

function List({ documents }: { readonly documents: readonly ConfigurationDocument[] }) {
  const { shown, more } = usePages(documents.length);
  return (
    <>
      {documents.slice(0, shown).map((one) => (
        <Document key={`${one.source.file}:${one.source.line}`} document={one} isOpen={documents.length === 1} />
      ))}
      <More shown={shown} all={documents.length} onMore={more} />
    </>
  );
}

interface DocumentProps {
  readonly document: ConfigurationDocument;
  readonly isOpen: boolean;
}

function Document({ document: { kind, source, text, objects }, isOpen }: DocumentProps) {
  const { file, line, label } = source;
  return (
    <details class="card fold flush" open={isOpen}>
      <summary>
        {label} <span class="quiet">{kind.system}</span>{' '}
        {objects.length > 0 && <span class="badge">{texts.configuration.renders(objects.length)}</span>}
      </summary>
      <p class="pad actions">
        <SourceLink source={source} />
        <a class="button small" href={link(['edit'], { file, line: String(line), view: 'form' })}>
          {texts.edit}
          <span class="hidden"> {label}</span>
        </a>
      </p>
      <Yaml text={text} label={label} />
    </details>
  );
}
