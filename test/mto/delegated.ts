import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { acme, file, shared } from '../laws/grant-attacks.ts';

const apiVersion = 'templates.stakater.com/v1alpha1';

/** The errors of an instance in the directory of acme that sets parameters of a Template of the platform. */
export function messagesOf(resources: object, parameters: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.keys(parameters);
  const metadata = { name: 'words' };
  const template = {
    apiVersion,
    kind: 'Template',
    metadata,
    parameters: names.map((name) => ({ name })),
    resources,
  };
  const spec = { template: 'words', parameters: names.map((name) => ({ name, value: parameters[name] })) };
  const instance = { apiVersion, kind: 'TemplateInstance', metadata: { ...metadata, namespace: 'acme-dev' }, spec };
  const files = [
    file('platform/words.yaml', JSON.stringify(template)),
    file('tenants/acme/i.yaml', JSON.stringify(instance)),
  ];
  return render([...shared, acme, ...files])
    .problems.filter(isError)
    .map(({ message }) => message);
}
