import { mappingAt, type Tree } from '../data/tree.ts';
import { literal } from './cel.ts';

/**
 * Annotations of ingress-nginx, HAProxy Ingress, HAProxy, Kong, Emissary and the controllers of AWS and Azure that add hosts,
 * ports, routes or configuration, or send copies of requests to any address that the proxy can reach. HAProxy also reads keys
 * without a prefix. Emissary reads whole documents.
 */
const addsConfiguration =
  /snippet|(?:^|\/)route-acl$|getambassador\.io\/config$|\/(?:(?:server-alias|server-alias-regex|host-aliases|redirect-from|redirect-from-regex|mirror-target|hostname-extension|http-frontend|http-passthrough|use-forwarded-proto|use-proxy-protocol|(?:bind|tcp-service)-[a-z-]+|config-(?:backend|frontend|global|proxy|tcp)[a-z-]*)$|conditions\..)/;

/** Traefik prints this annotation into a rule, so any text other than the name of a matcher could add hosts. */
const matcherAnnotation = 'traefik.ingress.kubernetes.io/router.pathmatcher';
const matcherName = /^[A-Za-z]+$/;

/** Annotations that HAProxy prints into its configuration, most of them before the condition that selects the host. */
const printed =
  /^(?:(?:haproxy\.(?:com|org)|haproxy-ingress\.github\.io|ingress\.kubernetes\.io)\/.|(?:auth-realm|cookie-persistence|cors-allow-[a-z]+|path-rewrite|request-capture|request-redirect|request-set-header|response-set-header|set-host|src-ip-header)$)/;

/** A comment would remove the condition, and `if` would replace it. */
const replacesCondition = /[#\t\v\f\r]|(?:^|[ \n])(?:if|unless)(?:[ \n]|$)/;

/** A line without quotes and backslashes, one word and a text in quotes, or at most two words that can contain backslashes. */
const plainLine = /^(?:[^\n"'\\]*|[^ \n"'\\]+ "[^\n"\\]*"|[^ \n"']+(?: [^ \n"']+)?)$/;

/** Annotations in which each line becomes a separate directive. */
const severalLines =
  /(?:^|\/)(?:headers|http-header-match|http-header-match-regex|path-rewrite|request-capture|request-set-header|response-set-header)$/;

/** A CEL expression of type list(string): the keys of annotations that add hosts, routes or configuration to a proxy. */
export function celOfProxyAnnotations(object: string): string {
  const annotations = `${object}.metadata.?annotations.orValue({})`;
  const value = `${object}.metadata.annotations[k]`;
  const matches = (text: string, { source }: RegExp) => `${text}.matches(${literal(source.replaceAll('\\/', '/'))})`;
  return `${annotations}.map(k, k).filter(k, ${matches('k', addsConfiguration)}
    || (k == '${matcherAnnotation}' && !${matches(value, matcherName)})
    || (${matches('k', printed)} && (${matches(value, replacesCondition)} || !${value}.split('\\n').all(l, ${matches('l', plainLine)})
      || (${value}.contains('\\n') && !${matches('k', severalLines)}))))`;
}

/** Returns the same keys as `celOfProxyAnnotations` in CEL. */
export function proxyAnnotationsOf(object: Tree): readonly string[] {
  const entries = Object.entries(mappingAt(object, 'metadata', 'annotations'));
  return entries.flatMap(([key, value]) => (isConfiguration(key, String(value)) ? [key] : []));
}

/** Whether the key alone determines that the annotation adds hosts, routes or configuration. */
export function isConfigurationKey(key: string): boolean {
  return addsConfiguration.test(key);
}

/** Whether a proxy could read the annotation as more than the value of one setting. */
export function isConfiguration(key: string, value: string): boolean {
  if (isConfigurationKey(key)) return true;
  if (key === matcherAnnotation) return !matcherName.test(value);
  if (!printed.test(key)) return false;
  const lines = value.split('\n');
  const isPlain = lines.every((line) => plainLine.test(line)) && (lines.length === 1 || severalLines.test(key));
  return replacesCondition.test(value) || !isPlain;
}
