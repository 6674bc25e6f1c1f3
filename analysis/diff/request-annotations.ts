import { type Tree, textAt, textEntriesAt } from '../../data/tree.ts';
import type { ObjectPair, RiskFinding } from './change.ts';

/**
 * Keys that cannot affect requests: they configure how an object is applied or monitored, or only describe it. All others with
 * a prefix count, because leasehold does not know what each one does.
 */
export const unrelated =
  /^(?:argocd\.argoproj\.io\/(?:compare-options|hook|hook-delete-policy|instance|sync-options|sync-wave)$|(?:app\.kubernetes\.io|checksum|helm\.sh|kubectl\.kubernetes\.io|leasehold\.dev|meta\.helm\.sh|prometheus\.io)\/)/;

/** Annotations without a prefix that HAProxy reads to restrict requests. Others are free text, such as a note. */
const restricting = /source-range|white-?list|allow-?list|deny-?list|auth|ssl|tls|https|middlewares/i;

/**
 * New annotations that only restrict requests, except with the value `false`, which disables a default such as the
 * redirect to HTTPS.
 */
const stricter =
  /(?:source-range|white-?list|allow-?list|deny-?list|auth-(?:realm|secret|tls-secret|type|url)|ssl-redirect|limit-(?:connections|rpm|rps))$/;

/** Annotations that decide which clients can reach the load balancer. */
const exposing = /load-?balancer|internal|private|public|scheme|source-ranges/i;

/** Finds changed annotations that might make controllers expose an object or restrict its requests less. */
export function requestAnnotations({ old, now }: ObjectPair): readonly RiskFinding[] {
  const keys = [old, now].flatMap((side) => textEntriesAt(side, 'metadata', 'annotations').map(([key]) => key));
  const related = [...new Set(keys)].filter((key) =>
    key.includes('/') ? !unrelated.test(key) : restricting.test(key),
  );
  const other = related.filter((key) => isOther(key, annotation(old, key), annotation(now, key)));
  return other.map((key) =>
    exposing.test(key)
      ? { risk: 'exposed', why: `annotation ${key} is different` }
      : { risk: 'policy-loosened', why: `annotation ${key} might restrict requests less` },
  );
}

function isOther(key: string, before: string, after: string): boolean {
  if (before === '' && stricter.test(key)) return after === 'false';
  return before !== after;
}

export function annotation(object: Tree | undefined, key: string): string {
  return textAt(object, 'metadata', 'annotations', key);
}
