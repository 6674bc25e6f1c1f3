import { mappingAt } from '../data/tree.ts';

/** Keys of annotations from which external-dns reads hosts, including those of other controllers. */
export const dnsAnnotation =
  /(?:^|\.)external-dns\.(?:alpha\.)?kubernetes\.io\/(?:internal-|cloudflare-custom-)?hostname$|^(?:dns\.alpha\.kubernetes\.io\/(?:external|internal)|zalando\.org\/dnsname)$/;

interface AnnotatedHost {
  readonly key: string;
  readonly host: string;
}

/** The hosts in annotations for external-dns, each with the key of its annotation. */
export function annotatedHosts(annotations: unknown): readonly AnnotatedHost[] {
  const entries = Object.entries(mappingAt(annotations)).filter(([key]) => dnsAnnotation.test(key));
  const all = entries.flatMap(([key, value]) =>
    String(value)
      .split(',')
      .map((host) => ({ key, host: host.trim() })),
  );
  return all.filter(({ host }) => host !== '');
}
