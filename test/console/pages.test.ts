import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { shareText } from '../../console/app/amounts.ts';
import { printable } from '../../console/app/printable.ts';
import { formatRoute, linkTo, parseRoute } from '../../console/app/route.ts';
import { formatOrder, readOrder, selectRows, sortKeys, toggled } from '../../console/app/tenant-list.ts';
import { windowOf } from '../../console/app/window.ts';
import { createService } from '../../console/core/service.ts';
import { completionAt } from '../../console/model/completion.ts';
import { piecesOf } from '../../console/parts/pieces.ts';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf, snapshotOfFiles } from './sample.ts';

suite('with the URLs of the console,', (test) => {
  test('every page can be restored from its URL', () => {
    const step = fc.string({ minLength: 1 });
    const name = fc.string({ minLength: 1 }).filter((one) => one !== '__proto__');
    const place = fc.record({ steps: fc.array(step), params: fc.dictionary(name, step) });
    fc.assert(
      fc.property(place, (route) => {
        const read = parseRoute(formatRoute(route));
        assert.equal([read.steps, { ...read.params }], [route.steps, { ...route.params }]);
      }),
    );
  });

  test('an invalid URL opens the first page', () => {
    for (const hash of ['', '#', '#/', '#/%', '#/%E0%A4%A?x']) assert.equal(parseRoute(hash).steps, []);
  });

  test('links keep the commit of the page', () => {
    const from = { steps: ['tenants'], params: { at: '4f2a', q: 'pay' } };
    assert.is(linkTo(from, ['access'], { user: 'kim' }), '#/access?user=kim&at=4f2a');
  });
});

suite('the worker of the console', (test) => {
  test('reads a commit again after a failure', async () => {
    const snapshot = snapshotOfFiles(sampleFiles);
    let failures = 1;
    const service = createService({
      snapshot: async () => {
        if (failures-- > 0) throw new Error('the network is down');
        return snapshot;
      },
      history: () => Promise.reject(new Error('none')),
    });
    const first = await service.files(undefined).catch(({ message }: Error) => message);
    assert.is(first, 'the network is down');
    assert.ok((await service.files(undefined)).length > 0);
  });
});

suite('the list of tenants', (test) => {
  test('finds every word in names, kinds and namespaces', async () => {
    const rows = await serviceOf(sampleFiles).tenants(undefined);
    const names = (query: string) => selectRows(rows, query, readOrder('')).map(({ name }) => name);
    assert.equal(names('mto PROD'), ['pay']);
    assert.equal(names('kryton team'), ['kryton-team-a', 'kryton-team-b']);
    assert.equal(names('nothing'), []);
    assert.is(names('  ').length, rows.length);
  });

  test('sorts in both directions with unknown values last, and keeps all rows for every column', async () => {
    const rows = await serviceOf(sampleFiles).tenants(undefined);
    assert.equal(
      selectRows(rows, '', readOrder('-objects'))
        .slice(0, 2)
        .map(({ name }) => name),
      ['pay', 'kryton-sample'],
    );
    for (const order of ['ceiling', '-ceiling'])
      assert.is(selectRows(rows, '', readOrder(order)).at(-1)?.ceiling, undefined);
    for (const by of sortKeys) assert.is(selectRows(rows, '', { by, isDescending: true }).length, rows.length);
    assert.is(formatOrder(toggled(readOrder('name'), 'problems')), '-problems');
  });

  test('renders the rows on the screen, with the height of all rows', () => {
    const sizes = { count: fc.nat(20_000), scrolled: fc.integer({ min: -2000, max: 2_000_000 }), height: fc.nat(3000) };
    fc.assert(
      fc.property(fc.record(sizes), ({ count, scrolled, height }) => {
        const { first, last, above, below } = windowOf(count, { scrolled, height, rowHeight: 48 });
        assert.is(above + below + (last - first) * 48, count * 48);
        assert.ok(last - first <= Math.ceil(height / 48) + 30);
        const isVisible = (row: number) => row * 48 < scrolled + height && (row + 1) * 48 > scrolled;
        for (const row of [0, Math.floor(scrolled / 48) + 1, count - 1])
          if (row >= 0 && row < count && isVisible(row)) assert.ok(row >= first && row < last);
      }),
    );
  });
});

suite('completion', (test) => {
  const labels = (text: string, marker = '|') =>
    completionAt(text.replace(marker, ''), text.indexOf(marker))?.options.map(({ label }) => label) ?? [];
  const head = 'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata:\n  name: a\n';

  test('suggests the missing fields at a position', () => {
    assert.ok(labels(`${head}spec:\n  quota: small\n  |`).includes('accessControl'));
    assert.not.ok(labels(`${head}spec:\n  quota: small\n  |`).includes('quota'));
    assert.ok(labels(`${head}spec:\n  namespaces:\n    wi|`).includes('withTenantPrefix'));
    assert.equal(labels(`${head}spec:\n  accessControl:\n    owners:\n      |\n    editors:\n      users: []`), [
      'users',
      'groups',
    ]);
  });

  test('suggests fields in list items', () => {
    const specific = `${head}spec:\n  namespaces:\n    metadata:\n      specific:\n        - namespaces: []\n          |`;
    assert.equal(labels(specific).sort(), ['annotations', 'labels']);
    assert.ok(labels(specific.replace('namespaces: []\n          |', '|')).includes('namespaces'));
  });

  test('suggests kinds, versions and choices', () => {
    assert.ok(labels('apiVersion: x\nkind: |').includes('Tenant'));
    const versions = labels('kind: Quota\napiVersion: |');
    assert.ok(versions.length > 0 && versions.every((one) => one.startsWith('tenantoperator.stakater.com/')));
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nspec:\n  retention:\n    volumes: |';
    assert.ok(labels(platform).includes('retain'));
  });

  test('uses the document around the position', () => {
    assert.ok(labels(`${sampleText('tenants/platform.yaml')}---\n${head}spec:\n  |`).includes('quota'));
  });

  test('never fails', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, offset) => void completionAt(text, Math.min(offset, text.length))),
    );
  });
});

suite('hidden characters', (test) => {
  test('are shown by their codes, and all other text is unchanged', () => {
    assert.is(printable('approve \u202egpj.exe\u2028\u0007'), 'approve \\u202egpj.exe\\u2028\\u0007');
    assert.is(printable('tag \u{e0061}'), 'tag \\ue0061');
    for (const text of ['Größe, 日本, עברית', '👩‍💻 a\tb\n', '']) assert.is(printable(text), text);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.is(printable(printable(text)), printable(text))),
    );
  });
});

suite('syntax highlighting of YAML', (test) => {
  test('never changes the text', () => {
    const line = fc.oneof(fc.string(), fc.stringMatching(/^[ ]{0,4}(- )?[a-z"']{0,5}:? ?#?["'a-z<>]*$/));
    fc.assert(
      fc.property(line, (text) =>
        assert.is(
          piecesOf(text)
            .map((piece) => piece.text)
            .join(''),
          text,
        ),
      ),
    );
  });
});

suite('shares', (test) => {
  test('are never rounded to 0 or 100 percent', () => {
    const texts = [0, 0.0001, 0.01, 0.5, 0.996, 1, 2.31].map((share) => shareText(share));
    assert.equal(texts, ['0%', '< 1%', '1%', '50%', '> 99%', '100%', '231%']);
    assert.equal([shareText(0.0004, 1), shareText(0.228, 1)], ['< 0.1%', '22.8%']);
  });
});
