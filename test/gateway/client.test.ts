import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { routes } from '../../gateway/routes/list.ts';
import { openApiDocument } from '../../gateway/routes/openapi.ts';
import { suite } from '../harness.ts';
import { type Fixture, jsonOf } from './fixture.ts';
import { fixture } from './hidden-tenant.ts';
import { personNames } from './people.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
}

const { paths } = openApiDocument() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

suite('any client', (test) => {
  test('gets an OpenAPI document that describes each route once', async () => {
    assert.is(operations.length, routes.length);
    assert.is(new Set(operations.map(({ operationId }) => operationId)).size, routes.length);
    assert.equal(
      await jsonOf(await fixture.app.request('/openapi.json')),
      JSON.parse(JSON.stringify(openApiDocument())),
    );
  });

  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('pay', 'lab', '..', '%2e%2e', 'a/b', '\0', '-x'),
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ title: text, files: fc.array(fc.record({ path: text, text: fc.option(text) }), { maxLength: 2 }) }),
    fc.record({
      title: text,
      intent: fc.record({ intent: fc.constantFrom('add-member', 'sleep', 'wake'), tenant: text, namespace: text }),
    }),
  );
  const requests = fc.record({
    operation: fc.constantFrom(...operations.filter(({ operationId }) => operationId !== 'followEvents')),
    name: fc.constantFrom(...personNames),
    values: fc.array(text, { minLength: 8, maxLength: 8 }),
    body,
  });

  test('gets JSON or a problem document for any request, learns nothing about a hidden tenant, and changes nothing', async () => {
    const before = fixture.git('for-each-ref');
    await fc.assert(
      fc.asyncProperty(requests, async ({ operation, name, values, body: content }) => {
        const response = await send(fixture, operation, { name, values, content });
        if (response === undefined) return;
        const type = response.headers.get('content-type') ?? '';
        assert.is.not(response.status, 500, await response.clone().text());
        assert.match(type, response.status < 300 ? /^application\/json/ : /^application\/problem\+json/);
        const answer = await response.text();
        const isMember = ['stranger', 'viewer', 'editor', 'owner', 'neighbor'].includes(name);
        if (isMember) assert.not.match(answer, /xq7/);
      }),
      { numRuns: 400 },
    );
    assert.is(fixture.git('for-each-ref'), before);
  });
});

interface Sent {
  readonly name: (typeof personNames)[number];
  readonly values: readonly string[];
  readonly content: unknown;
}

/** Undefined for a URL that no client can send. */
async function send(one: Fixture, operation: (typeof operations)[number], { name, values, content }: Sent) {
  const { path, method, parameters = [], requestBody } = operation;
  const filled = path.replace(
    /\{\w+\}/g,
    () => encodeURIComponent((values[0] ?? '').replace(/[\ud800-\udfff]/g, '')) || 'x',
  );
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const search = new URLSearchParams(
    query.slice(0, 2).map((parameter, index) => [parameter.name, values[index + 1] ?? ''] as [string, string]),
  );
  const options = { method, ...(requestBody ? { body: content } : {}) };
  if (/^\.{1,2}$/.test(decodeURIComponent(filled.split('/').at(-1) ?? ''))) return undefined;
  return one.ask(name, `/api/v1${filled}?${search}`, options);
}
