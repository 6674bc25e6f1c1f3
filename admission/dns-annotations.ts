import { mappingAt } from '../data/tree.ts';

/** Annotations of external-dns, including those of other controllers that it can read, on the objects and pods that it reads. */
export const dnsAnnotation =
  /(?:^|\.)external-dns\.(?:alpha\.)?kubernetes\.io\/(?:internal-|cloudflare-custom-)?hostname$|^(?:dns\.alpha\.kubernetes\.io\/(?:external|internal)|zalando\.org\/dnsname)$/;

interface AnnotatedHost {
  readonly key: string;
  readonly host: string;
}

/** The hosts in the annotations of an object for external-dns. */
export function annotatedHosts(annotations: unknown): readonly AnnotatedHost[] {
  const entries = Object.entries(mappingAt(annotations)).filter(([key]) => dnsAnnotation.test(key));
  const all = entries.flatMap(([key, value]) =>
    String(value)
      .split(',')
      .map((host) => ({ key, host: host.trim() })),
  );
  return all.filter(({ host }) => host !== '');
}
