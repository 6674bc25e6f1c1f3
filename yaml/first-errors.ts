import type { Composer } from 'yaml';

/** A tag of YAML that the core schema does not contain, or whose value has another type. Readers disagree about such values. */
const isStandardTag = (message: string) => message.startsWith('Unresolved tag: tag:yaml.org,2002:');

type OnError = (source: unknown, code: string, message: string, isWarning?: boolean) => void;

/**
 * Lets a composer keep only the first error of each document, and no warnings, except about standard tags. A file of 4 MiB can
 * have millions of errors, and the composer creates an object with a stack trace for each. Returns a function to call before each
 * token: the composer composes a document when it receives its token.
 */
export function keepFirstErrors(composer: Composer): () => void {
  // The composer has no option for this.
  const report: OnError = Reflect.get(composer, 'onError');
  let isReported = false;
  const onError: OnError = (source, code, message, isWarning = false) => {
    if (isReported || (isWarning && !isStandardTag(message))) return;
    isReported = true;
    report(source, code, message);
  };
  Reflect.set(composer, 'onError', onError);
  return () => {
    isReported = false;
  };
}
