import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { texts } from '../app/texts.ts';
import { Empty, Reload, Show } from '../parts/page.tsx';

/** A component that is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<{ readonly component: ComponentType<Props> } | 'waiting' | 'failed'>('waiting');
  let started = false;
  return (props) => {
    if (!started) {
      started = true;
      load().then(
        (component) => {
          loaded.value = { component };
        },
        () => {
          loaded.value = 'failed';
        },
      );
    }
    if (loaded.value === 'waiting') return <Show of={{ state: 'loading' }}>{() => null}</Show>;
    if (loaded.value === 'failed')
      return (
        <Empty title={texts.failed} help={texts.retryHelp}>
          <Reload />
        </Empty>
      );
    const { component: Component } = loaded.value;
    return <Component {...props} />;
  };
}
