import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { systemErrorText } from '../../shell/errors.ts';
import { inSandbox } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';

suite('the message of a system error', (test) => {
  test('names the action, the path and the reason, without terms of the operating system', () =>
    inSandbox(({ path, write }) => {
      write('file', '');
      const textOf = (action: () => void) => {
        try {
          action();
        } catch (error) {
          return systemErrorText(error as Error).replaceAll(path(), '');
        }
        return '';
      };
      assert.is(
        textOf(() => mkdirSync(path('file/a'))),
        'cannot create the directory /file/a: not a directory',
      );
      assert.is(
        textOf(() => readFileSync(path('none'))),
        'cannot open /none: no such file or directory',
      );
      assert.is(
        textOf(() => writeFileSync(path('none/a'), '')),
        'cannot open /none/a: no such file or directory',
      );
      assert.is(
        textOf(() => mkdtempSync(path('none/.x-'))),
        'cannot write to /none: no such file or directory',
      );
      assert.match(
        textOf(() => rmSync(path('none'))),
        'none',
      );
    }));

  test('of a port in use names the option', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
    first.close();
    assert.is(systemErrorText(error), `another program already listens on 127.0.0.1:${port}; pass another --port`);
  });

  test('is unchanged if it has another form', () => {
    assert.is(systemErrorText(new Error('git failed: no space')), 'git failed: no space');
  });
});
