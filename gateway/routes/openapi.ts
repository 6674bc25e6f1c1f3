import { gatewaySchemas } from '../../build/gateway-contract.ts';
import { version } from '../../build/version.ts';
import { routes } from './list.ts';
import type { Route } from './route.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Generates the OpenAPI document from the list of routes. Schemas are JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const known = paths[route.path] ?? {};
    paths[route.path] = { ...known, [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'leasehold gateway', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api/v1' }],
    security: [{ cookie: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: referring(gatewaySchemas),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-leasehold' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

function operationOf({ id, summary, path, query, body, headers = [], method }: Route): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name ?? '', 'path', { type: 'string' }));
  const inHeader = headers.map((name) => parameter(name, 'header', { type: 'string' }));
  const schema = (query ? gatewaySchemas[query] : {}) as ObjectSchema;
  const inQuery = Object.entries(schema.properties ?? {}).map(([name, one]) =>
    parameter(name, 'query', referring(one)),
  );
  const parameters = [...inPath, ...inHeader, ...inQuery];
  const content = body && { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } };
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [id === 'createChange' ? '201' : '200']: { description: method === 'GET' ? summary : 'Done' },
      default: { description: 'An error', content: { 'application/problem+json': { schema: { type: 'object' } } } },
    },
  };
}

function parameter(name: string, place: 'path' | 'query' | 'header', schema: unknown): object {
  return { name, in: place, required: place === 'path' || name === 'If-Match', schema };
}

/** Rewrites schema references to the form that OpenAPI uses. */
function referring(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
