/** Functions of Go, Sprig and Helm that leasehold does not support, by reason. */
const reasons = {
  'it reads the clock or the time zone, but the same files must always give the same output':
    'now ago date dateInZone date_in_zone htmlDate htmlDateInZone durationRound toDate mustToDate',
  'it needs a time, and the functions that return one are not supported':
    'dateModify date_modify mustDateModify must_date_modify unixEpoch',
  'leasehold does not implement it':
    'hello abbrev abbrevboth untitle initials swapcase snakecase camelcase kebabcase wrap wrapWith sha1sum sha512sum adler32sum toDecimal add1f addf subf divf mulf maxf minf typeOf typeIs typeIsLike base dir clean ext isAbs b32enc b32dec semver semverCompare urlParse urlJoin html js urlquery duration mustToDuration durationSeconds durationMilliseconds durationMicroseconds durationNanoseconds durationMinutes durationHours durationDays durationWeeks durationRoundTo durationTruncateTo toYamlPretty toToml mustToToml fromToml fromJsonArray',
  'use the function without must in its name':
    'mustAppend mustPush mustPrepend mustFirst mustRest mustLast mustInitial mustReverse mustCompact mustUniq mustWithout mustHas mustSlice mustChunk mustMerge mustMergeOverwrite mustDeepCopy mustToYaml',
  'use trimAll': 'trimall',
  'use max': 'biggest',
  'its result is random, but the same files must always produce the same output':
    'randAlphaNum randAlpha randAscii randNumeric randBytes randInt shuffle uuidv4 bcrypt htpasswd genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey encryptAES',
  'it creates or processes secrets, which must not be in Git': 'derivePassword decryptAES buildCustomCert',
  'it depends on the machine that renders': 'env expandenv osBase osDir osExt osClean osIsAbs',
  'it uses the network': 'getHostByName',
  'it reads from a cluster, but rendering uses only files': 'lookup',
  'it runs templates that are created at run time': 'tpl',
  'only Helm has it; use {{template}} instead': 'include',
  'only Helm has it; use {{if}} and fail instead': 'required',
  'it calls a function in a value, but values are only data': 'call',
} as const;

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.split(' ').map((name) => [name, reason] as const)),
);

/** Returns the reason why a function is not supported. Undefined for any other function. */
export function unsupportedReason(name: string): string | undefined {
  return byName.get(name);
}
