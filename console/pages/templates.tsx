import { result } from '../app/client.ts';
import { isMember } from '../app/gateway.ts';
import { at, link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import type { InstanceView, TemplateView } from '../model/templates.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { SourceLink } from '../parts/labels.tsx';
import { Page, Section, Show } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';

/** Templates with their instances. */
export function TemplatesPage() {
  return (
    <Page
      title={texts.pages.templates}
      lead={texts.templates.lead}
      actions={
        !isMember() && (
          <a class="button" href={link(['edit'], { new: 'file', kind: 'Template' })}>
            {texts.templates.create}
          </a>
        )
      }
    >
      <Show of={result('templates', at()).value}>
        {(templates) =>
          templates.length === 0 ? (
            <EmptyState title={texts.templates.empty} help={texts.templates.emptyHelp} />
          ) : (
            templates.map((template) => <Card key={template.name} template={template} />)
          )
        }
      </Show>
    </Page>
  );
}

function Card({ template }: { readonly template: TemplateView }) {
  const { name, instances, source, parameters } = template;
  const isUsed = instances.length > 0;
  return (
    <Section
      title={name}
      aside={
        <span class={`chip ${isUsed ? 'good' : 'plain'}`}>
          {isUsed ? texts.templates.inUse : texts.templates.unused}
        </span>
      }
    >
      <p class="pad">{source ? <SourceLink source={source} /> : texts.templates.undefined}</p>
      {parameters.length > 0 && <h3>{texts.templates.parameters}</h3>}
      {parameters.length > 0 && (
        <dl class="facts">
          {parameters.map((parameter) => (
            <div key={parameter.name}>
              <dt>
                <code>{parameter.name}</code>
              </dt>
              <dd>{parameter.value || (parameter.isRequired ? <em>{texts.templates.required}</em> : '–')}</dd>
            </div>
          ))}
        </dl>
      )}
      {isUsed ? <Instances instances={instances} /> : <p class="pad quiet">{texts.templates.noInstances}</p>}
    </Section>
  );
}

function Instances({ instances }: { readonly instances: readonly InstanceView[] }) {
  return (
    <Table
      label={texts.templates.instances}
      columns={[
        { title: texts.templates.instance },
        { title: texts.kind },
        { title: texts.namespaces },
        { title: texts.objects, isNumber: true },
        { title: texts.templates.parameters },
        { title: texts.source },
      ]}
      rows={instances.map((one) => ({
        key: `${one.kind} ${one.namespace}/${one.name}`,
        cells: [
          one.name,
          one.kind,
          one.namespaces.join(', ') || '–',
          one.objects.length,
          one.parameters.map(({ name, value }) => `${name}=${value}`).join(', ') || '–',
          <SourceLink key="source" source={one.source} />,
        ],
      }))}
    />
  );
}
