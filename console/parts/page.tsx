import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Result } from '../app/client.ts';
import { texts } from '../app/texts.ts';

interface PageProps {
  readonly title: string;
  /** The part of the page that is shown, for the window title. */
  readonly part?: string;
  /** A link to the page above this one. */
  readonly above?: { readonly href: string; readonly title: string };
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * A page with a heading, which is also the window title. A page that loads late receives the focus that was set before it
 * loaded.
 */
export function Page({ title, part, above, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = part === undefined ? title : `${title}: ${part}`;
  useEffect(() => {
    document.title = `${name} · ${texts.product}`;
  }, [name]);
  useEffect(() => {
    if (document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header class="page-head">
        <div>
          {above && (
            <nav class="above" aria-label={texts.above}>
              <a href={above.href}>{above.title}</a> <span aria-hidden="true">/</span>
            </nav>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
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
