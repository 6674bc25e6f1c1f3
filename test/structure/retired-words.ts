/** Words and phrases that our prose no longer uses, and what to write instead. words.test.ts counts them. */
export interface RetiredWord {
  /** A lowercase regular expression. A space matches any whitespace, including line breaks. */
  readonly pattern: string;
  readonly instead: string;
  /** `names` also checks the names of files and declarations; `docs` checks only Markdown. By default, all prose is checked. */
  readonly where?: 'names' | 'docs';
}

const britishSpellings = [
  '\\w*(?:behaviour|colour|favour|honour|neighbour)\\w*',
  '(?:un|re)?labell(?:ed|ing)|cancell(?:ed|ing)|modell(?:ed|ing)|travell(?:ed|ing)',
  '\\w*(?:authori|initiali|minimi|normali|optimi|organi|recogni|seriali|summari|synchroni)s(?:e[ds]?|ing|ations?)',
].join('|');

const because = [
  'it|there|they|nobody|otherwise|else|what|who|that|this|these|those|then|he|we|not',
  "(?!each|every|example|instance)(?:(?:an?|the|its|their) )?(?:[\\w'-]+ ){1,3}?(?:is|are|was|were|has|have|would)",
].join('|');

export const retiredWords: readonly RetiredWord[] = [
  { pattern: 'tells?|told|telling|says?|said|saying', instead: 'reports, logs, prints, warns, states' },
  {
    pattern: "(?:held|holds?|holding) (?:[\\w'-]+ ){0,5}?(?:against|to (?:each|one an)other)",
    instead: 'compare with',
  },
  { pattern: '(?:is|are|was|were|be|been) held (?:by|to)', instead: 'is covered by, is asserted by' },
  { pattern: 'anew', instead: 'again' },
  { pattern: '(?:wrote|writes?|written) over', instead: 'replaces' },
  { pattern: 'lies?|lying', instead: 'is in' },
  { pattern: '(?<!there )(?:is|are|was|were|be) no(?! longer| more| fewer| less| later)', instead: 'is not a' },
  { pattern: 'knows? no', instead: 'has no' },
  { pattern: "what is (?:an?|the|one|no) [\\w-]+['’]s?", instead: "the tenant's objects" },
  { pattern: 'whose (?:it|they|he|an? [\\w-]+|the [\\w-]+) (?:is|are|was|were)', instead: 'which tenant owns it' },
  { pattern: 'of one name', instead: 'with the same name' },
  { pattern: `(?<=[,;] )for (?:${because})`, instead: 'because' },
  { pattern: 'so that (?:nobody|no one)', instead: 'to prevent' },
  { pattern: 'faults?|faulty', instead: 'error, problem', where: 'names' },
  { pattern: 'deals?|dealt|dealing', instead: 'split' },
  { pattern: 'made|makes(?! sure| sense|(?: [\\w-]+)? decisions?)', instead: 'creates, renders' },
  { pattern: 'mend(?:s|ed|ing)?', instead: 'fix, repair', where: 'names' },
  { pattern: "let(?:s|ting)? (?:(?:an?|the|that|its) )?(?:[\\w'-]+ )?in(?:to)?", instead: 'allows' },
  { pattern: 'admit(?:s|ted|ting)?', instead: 'allows' },
  { pattern: 'brings|gives', instead: 'provides, adds, returns' },
  { pattern: "as (?:[\\w'-]+ ){1,4}?ha(?:s|ve) it", instead: 'as defined by' },
  { pattern: britishSpellings, instead: 'the American spelling', where: 'names' },
  { pattern: 'house', instead: 'the codebase', where: 'names' },
  { pattern: 'torn|standing|stands?|impostors?|presum(?:e[sd]?|ing|ably)', instead: 'the exact term', where: 'names' },
];

/** Allowed uses: a phrase in files whose path starts with `under`. Every entry must match something. */
export interface AllowedPhrase {
  readonly under: string;
  readonly phrase: RegExp;
  readonly why: string;
}

export const allowedPhrases: readonly AllowedPhrase[] = [
  { under: 'test/structure/retired-words.ts', phrase: /.*/, why: 'the list itself' },
  { under: 'test/structure/words.test.ts', phrase: /.*/, why: 'samples of retired words' },
];
