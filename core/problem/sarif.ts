import { codes, type ProblemCode } from './codes.ts';
import type { Problem } from './problem.ts';

/**
 * Converts problems to a SARIF 2.1.0 log, which GitHub code scanning and editors can read. The log contains a rule for
 * every problem code, found or not, so that logs are easy to compare.
 * Source: OASIS SARIF 2.1.0, sections 3.14, 3.27 and 3.49.
 */
export function toSarif(problems: readonly Problem[], version: string): object {
  const rules = (Object.keys(codes) as ProblemCode[]).map((id) => ({
    id,
    shortDescription: { text: codes[id][1] },
    defaultConfiguration: { level: codes[id][0] },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'leasehold', semanticVersion: version, rules } },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) =>
          toResult(
            problem,
            rules.findIndex(({ id }) => id === problem.code),
          ),
        ),
      },
    ],
  };
}

function toResult({ code, severity, at, message, fix }: Problem, ruleIndex: number): object {
  const text = fix === undefined ? message : `${message} (${fix})`;
  const uri = at.file.split('/').map(encodeURIComponent).join('/');
  const region = { startLine: at.line, startColumn: at.column };
  const logicalLocations = at.path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: at.path }] };
  const locations =
    at.file === '' ? [] : [{ physicalLocation: { artifactLocation: { uri }, region }, ...logicalLocations }];
  return { ruleId: code, ruleIndex, level: severity, message: { text }, locations };
}
