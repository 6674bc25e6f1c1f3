import type { AdmissionRequest } from '../../admission/request.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { type Fixture, type FixtureFile, type FixtureObject, namespaceTree, users } from './fixtures.ts';

/** The request of a fixture, in the form in which the API server passes it to policies. */
export function requestOf(file: FixtureFile, fixture: Fixture): AdmissionRequest {
  const { old, object, operation, stored = false, subresource } = fixture;
  const target = (old ?? object) as FixtureObject;
  const plural = pluralOf(target.kind);
  return {
    operation,
    group: groupOf(target.apiVersion),
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
    namespaceObject: namespaceTree(file, fixture),
    object,
    oldObject: old,
    user: users[fixture.as],
    dryRun: !stored,
  };
}

export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/(?:s|ss)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? name.replace(/y$/, 'ies') : `${name}s`;
}
