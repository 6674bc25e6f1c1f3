import { createHmac } from 'node:crypto';

/** A session of Argo CD for a person in a group, signed with the key of `argocd-secret`. The account `kim` must exist. */
export function sessionOf(group: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'argocd', sub: 'kim:login', jti: 'a', iat: now, nbf: now, exp: now + 3600, groups: [group] };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((one) =>
    Buffer.from(JSON.stringify(one)).toString('base64url'),
  );
  const signed = parts.join('.');
  return `${signed}.${createHmac('sha256', 'of-a-test').update(signed).digest('base64url')}`;
}
