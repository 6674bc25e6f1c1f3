/**
 * The labels in selectors of namespaces in a text that contains YAML, such as a gotemplate, or CEL. The text itself need not be
 * YAML, so its lines and brackets determine what belongs to a field.
 */
export function keysInText(text: string): readonly string[] {
  if (!/namespace/i.test(text)) return [];
  const ofCilium = matches(text, /io\.cilium\.k8s\.namespace\.labels\.([\w./-]+)/g);
  const inCel = [
    ...matches(text, /namespaceObject\.\??metadata\.\??labels\[\??[\\"']{1,3}([\w./-]+)[\\"']{1,3}\]/g),
    ...matches(text, /["']([\w./-]+)[\\"']{1,3} in namespaceObject\./g),
  ];
  return [...ofCilium, ...inCel, ...valuesOf(text, /namespace\w{0,40}["']?[ \t]*:/gi).flatMap(keysInSelector)];
}

/** Whether a text contains an expression of CEL about a namespace. */
export function isAboutNamespace(text: string): boolean {
  return text.includes('namespaceObject');
}

/** The quoted texts that can only be keys. A variable of CEL, in another text, can contain the labels of the namespace. */
export function quotedKeys(text: string): readonly string[] {
  return matches(text, /["']([\w.-]+\/[\w.-]+)(?=[\\"'])/g);
}

/** The words in an expression of Calico, outside quotes, which include its labels: `team == 'pay' && has(example.com/tier)`. */
export function keysInExpression(text: string): readonly string[] {
  const isExpression = /[=!]=|\bhas\s*\(|\b(?:in|contains|starts with|ends with)\b/.test(text);
  return isExpression ? matches(text.replace(/'[^']*'|"[^"]*"/g, ' '), /(\w[\w./-]*)/g) : [];
}

/** `matchLabels` and `matchExpressions` of Kubernetes, or the expression of Calico. */
function keysInSelector(value: string): readonly string[] {
  const [, double, single, plain = ''] = /^\s*(?:"([^"]*)"|'([^']*)'|([^,{}[\]\n]*))/.exec(value) ?? [];
  const labels = valuesOf(value, /matchLabels["']?[ \t]*:/g);
  return [
    ...labels.flatMap((one) => matches(one, /(?<![\w./-])([\w./-]+)["']?[ \t]*:/g)),
    ...matches(value, /(?<![\w./-])key["']?[ \t]*:[ \t]*["']?([\w./-]+)/g),
    ...keysInExpression(double ?? single ?? plain),
  ];
}

/**
 * The texts of the values of a field: the rest of its line, or in flow style the part up to a comma or bracket, and the
 * following lines that are indented further.
 */
function valuesOf(text: string, field: RegExp): readonly string[] {
  const values: string[][] = [];
  let column: number | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const indent = line.search(/\S/);
    if (indent < 0 || /^\s*(?:\{\{|#)/.test(line)) continue;
    if (column !== undefined && indent > column) {
      values.at(-1)?.push(line);
      continue;
    }
    const inLine = valuesInLine(line, field);
    column = inLine.length === 0 ? undefined : line.search(/[^\s-]/);
    for (const value of inLine) values.push([value]);
  }
  return values.map((lines) => lines.join('\n'));
}

function valuesInLine(line: string, field: RegExp): readonly string[] {
  const values: string[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(field)) {
    if (index < end) continue;
    const start = index + found.length;
    end = endOfValue(line, start);
    values.push(line.slice(start, end));
  }
  return values;
}

/** The end of a value in flow style: the comma or bracket after it, or the end of the line. */
function endOfValue(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line[at] as string;
    if ('{[('.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && character === ',')) return at;
  }
  return line.length;
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}
