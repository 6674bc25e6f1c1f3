import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv, { type ValidateFunction } from 'ajv';

/** The parts of GitHub's OpenAPI description of its REST API against which every request is validated. */
interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: object;
}

interface Reference {
  readonly $ref: string;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
// The description uses keywords of OpenAPI that are not part of JSON Schema, such as nullable and example.
const ajv = new Ajv.default({ strict: false, validateFormats: false, coerceTypes: true });
ajv.addSchema({ $id: 'api', components: description.components });
const templates = Object.entries(description.paths).map(([template, operations]) => ({
  template,
  operations,
  pattern: new RegExp(`^${template.replace(/[.+]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)')}$`),
}));

export interface RestRequest {
  readonly method: string;
  /** Relative to the URL of the API: `/repos/acme/tenants/pulls`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The errors of a request according to the published description; empty if it is valid. */
export function violationsOf({ method, path, query, body }: RestRequest): readonly string[] {
  const [operation, template] = operationOf(method, path);
  if (!operation) return [`${method} ${path} is not an operation of the API`];
  return [...queryProblems(operation, query), ...bodyProblems(operation, body, `${method} ${template}`)];
}

/**
 * A path can match several templates, because a ref can contain slashes. The template with the fewest parameters takes
 * precedence.
 */
function operationOf(method: string, path: string): readonly [Operation | undefined, string] {
  const decoded = path.replace(/\/git\/(refs|ref)\/(.+)$/, (_, kind, ref) => `/git/${kind}/${encodeURIComponent(ref)}`);
  const fitting = templates.filter(({ pattern }) => pattern.test(decoded));
  const count = (template: string) => template.split('{').length;
  const [best] = fitting.sort((a, b) => count(a.template) - count(b.template));
  return [best?.operations[method.toLowerCase()], best?.template ?? ''];
}

function parametersOf({ parameters = [] }: Operation): readonly Parameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter
      ? (description.components['parameters']?.[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : parameter,
  );
}

function queryProblems(operation: Operation, query: URLSearchParams): readonly string[] {
  const known = new Map(
    parametersOf(operation)
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name, parameter]),
  );
  const unknown = [...query.keys()].filter((name) => !known.has(name)).map((name) => `no query parameter ${name}`);
  const missing = [...known.values()]
    .filter(({ required, name }) => required && !query.has(name))
    .map(({ name }) => `query parameter ${name} is missing`);
  const wrong = [...query].flatMap(([name, value]) => {
    const schema = known.get(name)?.schema;
    return schema && !ajv.validate({ type: 'object', properties: { value: schema } }, { value })
      ? [`query parameter ${name}: ${ajv.errorsText()}`]
      : [];
  });
  return [...unknown, ...missing, ...wrong];
}

const validators = new Map<string, ValidateFunction>();

function bodyProblems(operation: Operation, body: unknown, name: string): readonly string[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return body === undefined ? [] : [`${name} takes no body`];
  const known = validators.get(name) ?? ajv.compile(rooted(schema));
  validators.set(name, known);
  const allowed = (schema as { readonly properties?: object }).properties;
  const surplus = allowed ? Object.keys(body ?? {}).filter((field) => !(field in allowed)) : [];
  const violations = known(body ?? {}) ? [] : [ajv.errorsText(known.errors)];
  return [...violations, ...surplus.map((field) => `no field ${field} in ${name}`)];
}

/** References in an operation point into the complete description. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object;
}
