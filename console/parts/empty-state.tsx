import type { ComponentChildren } from 'preact';
import { result } from '../app/client.ts';
import { at } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { Empty } from './page.tsx';

/** Whether an error prevents the render. An empty list then means only that the content is unknown. */
export function isBroken(): boolean {
  const overview = result('overview', at()).value;
  return overview.state === 'ready' && !overview.value.ok;
}

interface EmptyStateProps {
  readonly title: string;
  readonly help?: string;
  readonly children?: ComponentChildren;
}

/** The placeholder of a page that lists rendered content. */
export function EmptyState({ title, help, children }: EmptyStateProps) {
  if (isBroken()) return <Empty title={texts.dashboard.unknownPage} help={texts.dashboard.unknownHelp} />;
  return (
    <Empty title={title} help={help}>
      {children}
    </Empty>
  );
}
