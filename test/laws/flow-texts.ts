import fc from 'fast-check';

interface Alphabet {
  readonly scalars: readonly string[];
  readonly keys: readonly string[];
  /** Whether a mapping can contain a key twice. */
  readonly repeats: boolean;
}

/** Scalars and keys that people type. */
const simple: Alphabet = {
  scalars: [
    ...['a', 'prod', 'anna@example.com', 'risky-value', 'x=1', '1Gi', 'foo-*', './a/b_c', '-1', '2.5', 'null', 'true'],
    ...['"5"', '""', "''", "'a, b'", '"a: b # c"', '"]"', "'{'", '"\\u00e9\\n\\""', "'\\'", '"*"', '"it\'s"'],
  ],
  keys: ['a', 'b', 'c', 'requests.cpu', 'leasehold.dev/acknowledge', 'name', '"a b"', '"1"', '"ca: pi"'],
  repeats: false,
};

/** Includes what readers do not resolve in the same way, what is not valid, and what the plain reader does not support. */
const any: Alphabet = {
  scalars: [
    ...simple.scalars,
    ...simple.scalars,
    ...[
      'y',
      'No',
      'oN',
      '~',
      '1e3',
      '0777',
      '1_0',
      '1:30',
      '-0',
      '1.',
      '.5',
      '-.inf',
      '=',
      '-',
      '--',
      '...',
      '1'.repeat(17),
    ],
    ...[
      'a b',
      'a:b',
      'a: b',
      'é',
      'xé',
      'x\u00a0y',
      '"\\ud83d"',
      "'it''s'",
      '- a',
      'a#b',
      'a #b',
      '&a',
      '*a',
      '!!str a',
    ],
    ...['| a', '> a', '%a', '@a', '`a', '? a', ': a', '"a', "'a", '"\\x41"', '"a"b', '[a]b', '{}: a', '', '<<'],
  ],
  keys: [...simple.keys, '1', 'no', '__proto__', "'a'", '"a"', '"\\ud83d"', '<<', '? a', '', '[a]', '&a a', 'a ', 'a:'],
  repeats: true,
};

const space = fc.constantFrom('', '', '', ' ', '  ');

/** Flow collections with optional spaces, nested up to a depth. */
function flows(alphabet: Alphabet, depth: number): fc.Arbitrary<string> {
  const scalar = fc.constantFrom(...alphabet.scalars);
  const value = depth === 1 ? scalar : fc.oneof(scalar, scalar, flows(alphabet, depth - 1));
  const values = fc.array(value, { maxLength: 4 });
  const key = fc.constantFrom(...alphabet.keys);
  const names = alphabet.repeats ? fc.array(key, { maxLength: 4 }) : fc.uniqueArray(key, { maxLength: 4 });
  const entries = fc
    .tuple(names, fc.array(value, { minLength: 4, maxLength: 4 }), space)
    .map(([list, given, gap]) => list.map((name, index) => `${name}: ${gap}${given[index]}`));
  return fc.oneof(enclosed('[]', values), enclosed('{}', entries));
}

function enclosed([start, end]: string, parts: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  return fc.tuple(parts, space, space).map(([list, before, after]) => {
    const content = list.map((part) => `${before}${part}${after}`).join(',');
    return `${start}${content === '' ? before : content}${end}`;
  });
}

/** Texts before and after the collection in a file. */
const places = [
  ['a: ', '\n'],
  ['a:   ', ''],
  ['- ', '\n'],
  ['x: z\na:\n  - ', '  # c\n  - b\n'],
  ['a:\n  b: ', '\n  c: d\n---\ne: f\n'],
  ['- a: ', ' \n  b:\n    - c\n'],
] as const;
/** The same places, and places where no collection is valid or where the plain reader does not expect one. */
const oddPlaces = [
  ...places,
  ...places,
  ['', '\n'],
  ['--- ', '\n'],
  ['a:\n  ', '\n'],
  ['a: ', ': b\n'],
  ['a: ', ' : b\n'],
  ['a: ', '#c\n'],
  ['a: ', '\n  b\n'],
  ['a: ', '\n  : b\n'],
  ['a: ', ' b\n'],
  ['a: !x ', '\n'],
  ['a: &x ', '\nb: *x\n'],
  ['- - ', '\n'],
  ['- ', ': b\n'],
  ['? ', '\n: b\n'],
  ['a:', '\n'],
] as const;

function placed(flow: fc.Arbitrary<string>, where: readonly (readonly [string, string])[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...where), flow).map(([[before, after], text]) => before + text + after);
}

/** Texts with a flow collection that people could type, which the plain reader supports. */
export const simpleFlows = placed(flows(simple, 4), places);

const signs = [
  ...':#?-!&*|>%@`"\',[]{} \n\t\\~=<',
  ': ',
  ' #',
  '- ',
  '? ',
  ', ',
  ',,',
  '\n  ',
  '\n\n',
  '\r',
  '\ufeff',
  '0',
  'y',
];
const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...signs)), { maxLength: 2 });

/** Texts with any scalars and keys, or in an odd place. Up to two signs are inserted or replace characters, at any position. */
export const anyFlows = fc
  .tuple(fc.oneof(placed(flows(any, 2), places), placed(flows(simple, 5), oddPlaces)), damage)
  .map(([text, edits]) =>
    edits.reduce((now, [at, gone, sign]) => {
      const from = at % (now.length + 1);
      return now.slice(0, from) + sign + now.slice(from + gone);
    }, text),
  );

/** Flow collections that readers could read differently, although the full parser accepts them. */
export const ambiguousFlows = [
  ...[
    '[a:b]',
    '{a: b:c}',
    '[a b]',
    '[a,]',
    '{a: 1,}',
    "['it''s']",
    '{a}',
    '{a:}',
    '{a: }',
    '[a: b]',
    '{"a":1}',
    '[a?]',
  ],
  ...[
    "{'a': 1}",
    '{1: a}',
    '{? a : b}',
    '[!!str a]',
    '[&a b]',
    '[a#b]',
    '["\\x41"]',
    '[a # c\n]',
    '[a,\n  b]',
    '[a\n  ]',
  ],
];
