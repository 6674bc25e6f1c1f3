import type { Composer } from 'yaml';

type OnError = (source: unknown, code: string, message: string, isWarning?: boolean) => void;

/**
 * Lets a composer keep only the first error of each document, and no warnings. A file of 4 MiB can have millions of errors, and
 * the composer creates an object with a stack trace for each. Returns a function to call before each token: the composer
 * composes a document when it receives its token.
 */
export function keepFirstErrors(composer: Composer): () => void {
  // The composer has no option for this.
  const report: OnError = Reflect.get(composer, 'onError');
  let isReported = false;
  const onError: OnError = (source, code, message, isWarning = false) => {
    if (isWarning || isReported) return;
    isReported = true;
    report(source, code, message);
  };
  Reflect.set(composer, 'onError', onError);
  return () => {
    isReported = false;
  };
}
