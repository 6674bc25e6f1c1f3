/** Functions of Sprig and Helm that a pure renderer cannot support, by reason. */
const reasons = {
  'it reads the clock, and the same files must give the same output at any time':
    'now ago date dateInZone dateModify date_modify date_in_zone htmlDate htmlDateInZone duration durationRound toDate mustToDate unixEpoch mustDateModify must_date_modify',
  'it is random, and the same files must give the same output on every run':
    'randAlphaNum randAlpha randAscii randNumeric randBytes randInt shuffle uuidv4 bcrypt htpasswd genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey encryptAES',
  'it makes or handles secrets, which do not belong into Git': 'derivePassword decryptAES buildCustomCert',
  'it reads the environment of whoever renders': 'env expandenv osBase osDir osExt osClean osIsAbs',
  'it asks the network': 'getHostByName',
  'it asks a cluster, and rendering reads files alone': 'lookup',
  'it runs templates made at run time': 'tpl include',
  'it calls what a value may hold, and values here are data': 'call',
} as const;

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.split(' ').map((name) => [name, reason] as const)),
);

/** Why a function is not supported; undefined for an unknown function. */
export function unsupportedReason(name: string): string | undefined {
  return byName.get(name);
}
