import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Result } from '../app/client.ts';
import { texts } from '../app/texts.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with a heading, which is also the window title. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** Shows a response, a progress indicator, or the reason why there is no response. */
export function Show<Value>(props: {
  readonly of: Result<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { of, children } = props;
  if (of.state === 'ready') return <>{children(of.value)}</>;
  if (of.state === 'failed')
    return (
      <Empty title={texts.failed} help={of.message}>
        <Reload />
      </Empty>
    );
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {texts.loading}
    </div>
  );
}

/** Loads the page again. Edits stay in the tab. */
export function Reload() {
  return (
    <button type="button" class="button" onClick={() => location.reload()}>
      {texts.retry}
    </button>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly help?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The placeholder of a page without entries. */
export function Empty({ title, help, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {help !== undefined && <p>{help}</p>}
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A titled card. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section class="card">
      <header class="card-head">
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
