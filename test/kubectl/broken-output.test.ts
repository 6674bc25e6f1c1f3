import * as assert from 'uvu/assert';
import { run } from '../../kubectl/run.ts';
import { runOn } from '../cli/fake-ports.ts';
import { suite } from '../harness.ts';
import { kim } from './fake-kubectl.ts';

/** What a kubectl that succeeds can print if a proxy or a wrapper breaks its output. */
const outputs = [
  '',
  'null',
  '[]',
  '{}',
  '<html>proxy</html>',
  '{"kind":"List","items":[{',
  '{"kind":"Status","apiVersion":"v1","status":"Failure"}',
  '{"kind":"List","apiVersion":"v1"}',
  '{"kind":"List","apiVersion":"v1","items":[null]}',
  '{"kind":"List","apiVersion":"v1","items":[],"metadata":{"continue":"x"}}',
];

const reason = 'the output of kubectl is incomplete';

suite('the output of kubectl', (test) => {
  for (const output of outputs) {
    const kubectl = (args: readonly string[]) => ({
      ...{ ok: true, stderr: '' },
      stdout: args[0] === 'auth' ? JSON.stringify(kim) : output,
    });

    test(`read by kubectl leasehold is an error if it is ${output || 'empty'}`, () => {
      for (const words of [['list'], ['get', 'namespaces', 'acme'], ['get', 'quotas', 'acme']]) {
        const [stdout, stderr]: [string[], string[]] = [[], []];
        const code = run(words, {
          ...{ stdout: (text) => void stdout.push(text), stderr: (text) => void stderr.push(text) },
          kubectl,
        });
        assert.equal([code, stdout], [1, []], words.join(' '));
        assert.match(stderr.join(''), reason);
      }
    });

    test(`read by simulate and import is an error if it is ${output || 'empty'}`, async () => {
      for (const words of [
        ['simulate', '--cluster'],
        ['import', 'mto', '--cluster', '--out', 'out'],
      ]) {
        const { code, stdout, stderr } = await runOn({ kubectl }, ...words);
        assert.equal([code, stdout], [1, ''], words.join(' '));
        assert.match(stderr, reason);
      }
    });
  }
});
