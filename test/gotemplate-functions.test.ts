import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../gotemplate/render.ts';
import { suite } from './harness.ts';

suite('in Go templates, functions that leasehold does not support:', (test) => {
  for (const [title, template, message] of [
    ['an unknown function has a suggestion', 'uper "a"', 'does not exist; did you mean upper?'],
    [
      'the clock is rejected',
      'now',
      'is not supported: it reads the clock or the time zone, but the same files must always give the same output',
    ],
    [
      'randomness is rejected',
      'randAlphaNum 5',
      'is not supported: its result is random, but the same files must always produce the same output',
    ],
    ['the environment is rejected', 'env "HOME"', 'is not supported: it depends on the machine that renders'],
    ['the network is rejected', 'getHostByName "a"', 'is not supported: it uses the network'],
    [
      'a cluster is rejected',
      'lookup "v1" "Secret" "" ""',
      'is not supported: it reads from a cluster, but rendering uses only files',
    ],
    [
      'a function of Helm has a replacement',
      'include "a" .',
      'is not supported: only Helm has it; use {{template}} instead',
    ],
    [
      'a function whose name starts with must has a replacement',
      'mustFirst (list 1)',
      'is not supported: use the function without must in its name',
    ],
    ['another function of Sprig has no suggestion', 'addf 1.5 2', 'is not supported: leasehold does not implement it'],
  ] as const)
    test(title, () => {
      const result = renderGoTemplate(`{{ ${template} }}`, {});
      const [name] = template.split(' ');
      assert.is(result.ok ? undefined : result.problem.message, `function ${name} ${message}`);
    });
});
