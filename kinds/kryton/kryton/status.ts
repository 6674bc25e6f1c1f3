import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedKryton } from './resolve/resolve.ts';

/** Only the render is known without a cluster; the operator itself writes no condition [sources: kryton-2]. */
export function status(kryton: ResolvedKryton): Status {
  return {
    conditions: [{ type: 'Rendered', status: 'True', reason: 'RenderSucceeded' }],
    requiredSecrets: requiredSecrets(kryton),
  };
}

/**
 * Secrets that must exist, except those that the values set directly for a pod, such as `extraEnvVarsSecret`. The rendered Secret
 * can lack the one variable without a default.
 */
function requiredSecrets({ backup, names, namespace, passwords, secrets, values }: ResolvedKryton): readonly string[] {
  const lacksKey = secrets.from === 'file' && secrets.data['BETTER_AUTH_SECRET'] === undefined;
  const required = [
    ...(secrets.from === 'cluster' ? [names.secret] : []),
    ...(lacksKey ? [`${names.secret} (key BETTER_AUTH_SECRET)`] : []),
    ...(values.postgresql.enabled && values.postgresql.tls.enabled ? [names.databaseCertificates] : []),
    ...(values.postgresql.enabled && passwords.from === 'cluster' ? [names.databaseSecret] : []),
    ...(backup ? [backup.credentials] : []),
  ];
  return [...new Set(required)].sort().map((name) => `${namespace}/${name}`);
}
