import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { writtenPath } from '../../../core/source/source.ts';

const apiVersion = 'tenantoperator.stakater.com/v1beta1';

/** Reports a missing identity provider at the console if the file has v1alpha1, which has no field for identity providers. */
export function reportOfVersion({ origin }: Resource<'mto-integration-config'>, report: Report): Report {
  const isCurrent = writtenPath(origin, ['spec', 'components'])[1] === 'components';
  if (isCurrent) return report;
  return (code, path, message, hint) =>
    code === 'missing-field' && path.at(-1) === 'keycloak'
      ? report(code, ['spec', 'components', 'console'], message, {
          fix: `rewrite the IntegrationConfig as ${apiVersion}, and ${hint?.fix ?? 'set keycloak'}`,
        })
      : report(code, path, message, hint);
}
