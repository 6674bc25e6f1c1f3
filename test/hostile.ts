import fc from 'fast-check';

/** Texts that break out of their place in YAML, or that some reader takes for something else. */
export const hostile = [
  '\n',
  '---',
  '\n---\nkind: Secret',
  ': ',
  'a: b',
  ' #',
  '#',
  '{{',
  '}}',
  '{{y name}}',
  '{',
  '[',
  '&a',
  '*a',
  '!tag',
  '|',
  '>',
  '%',
  '@',
  '`',
  'y',
  'n',
  'Yes',
  'NO',
  'on',
  'Off',
  'true',
  'null',
  '~',
  '',
  ' ',
  '  lead',
  'trail ',
  'tab\there',
  '0777',
  '0o7',
  '0x1F',
  '1e3',
  '1_000',
  '1:30',
  '.inf',
  '-.INF',
  '.nan',
  '12.',
  '.5',
  '+1',
  '2026-04-01',
  '2001-12-14t21:59:43.10-05:00',
  '=',
  '<<',
  '-',
  '- a',
  '? a',
  '\0',
  '\u0007',
  '\u001b[2J',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u007f',
  '\ud7ff',
  '\ue000',
  '😀',
  'é',
  '"',
  "'",
  '\\',
  '\\n',
  '\r',
  '\r\n',
  'a\nb',
  'a\n',
  'a\n\n',
  '\n\na',
  '  a\nb',
  'a\n  b\n',
  'a \nb',
  'a\tb\nc',
  '# a\nb',
  '...\na',
  'x'.repeat(10_240),
  `${'long '.repeat(40)}end`,
  '__proto__',
  'constructor',
  '$(id)',
  '`id`',
];
/** Any text, and hostile ones more often than chance. */
export const strings = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string(),
  // Not fc.string of binary units: it takes a table of all code points, which is most of a second to make.
  fc
    .array(fc.nat(0x10ffff))
    .map((points) => String.fromCodePoint(...points))
    .filter(isWellFormed),
  mixed(),
);
/** Any nesting of mappings and lists of them. */
export const trees = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    strings,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  map: fc.dictionary(
    strings.filter((key) => key.length < 200 && key !== '__proto__'),
    tie('tree'),
    { maxKeys: 4 },
  ),
}));

function mixed(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...hostile, 'word', ' '), { maxLength: 4 }).map((parts) => parts.join(''));
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
