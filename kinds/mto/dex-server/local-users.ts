import type { Resource } from '../../../core/kind/resource.ts';
import { type ConfigValue, Insert, quotedPath, type SecretFile, secretText } from './config-value.ts';

/** A user as Dex reads it. The Secret has one key with everything in JSON or YAML, or one key for each field. */
export function userValue({ body }: Resource<'mto-local-user'>): ConfigValue {
  const { credentialSecretRef, userID } = body.spec;
  const { key, name: secret } = credentialSecretRef;
  if (key !== undefined) return { ...fieldsOfDocument({ secret, key }), userID };
  const file = (one: string, isOptional = false) => ({ secret, key: one, isOptional });
  return {
    email: secretText(file('email')),
    username: secretText(file('username')),
    hash: eitherText(file('password', true), file('hash', true)),
    groups: groupsOf(file('groups', true)),
    userID,
  };
}

/** The operator's guides call the hash either password or hash [sources: dex-3]. */
function fieldsOfDocument(file: SecretFile) {
  const read = (expression: string) =>
    new Insert(`{{ with file.Read ${quotedPath(file)} | yaml }}${expression}{{ end }}`, [file]);
  return {
    email: read('{{ .email | toJSON }}'),
    username: read('{{ .username | toJSON }}'),
    hash: read('{{ if has . "password" }}{{ .password | toJSON }}{{ else }}{{ .hash | toJSON }}{{ end }}'),
    groups: read('{{ if has . "groups" }}{{ .groups | toJSON }}{{ else }}[]{{ end }}'),
  };
}

/** The value of the first key or, if the Secret does not have it, of the second key. */
export function eitherText(first: SecretFile, second: SecretFile): Insert {
  const [one, other] = [quotedPath(first), quotedPath(second)];
  const read = (path: string) => `{{ file.Read ${path} | toJSON }}`;
  return new Insert(`{{ if file.Exists ${one} }}${read(one)}{{ else }}${read(other)}{{ end }}`, [first, second]);
}

/** A JSON list, or names separated by commas. */
function groupsOf(file: SecretFile): Insert {
  const path = quotedPath(file);
  const list =
    '{{ if $g | strings.HasPrefix "[" }}{{ $g | jsonArray | toJSON }}{{ else }}{{ $g | regexp.Split `\\s*,\\s*` | toJSON }}{{ end }}';
  const groups = `{{ $g := file.Read ${path} | strings.TrimSpace }}{{ if $g }}${list}{{ else }}[]{{ end }}`;
  return new Insert(`{{ if file.Exists ${path} }}${groups}{{ else }}[]{{ end }}`, [file]);
}
