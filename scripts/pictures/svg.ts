import { spansOf } from './ansi.ts';

const lineHeight = 19;
const characterWidth = 7.85;
const margin = 18;
const bar = 34;

const style = `
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d1d7e0; white-space: pre; }
  .bold { font-weight: 600; fill: #f0f6fc; } .dim { fill: #9198a1; } .red { fill: #ff7b72; } .green { fill: #3fb950; }
  .yellow { fill: #d29922; } .magenta { fill: #d2a8ff; } .cyan { fill: #76e3ea; } .prompt { fill: #79c0ff; }`;

/** A terminal window with these lines, as SVG. `label` describes the picture for screen readers. */
export function terminalSvg(lines: readonly string[], columns: number, label: string): string {
  const width = Math.ceil(columns * characterWidth) + 2 * margin;
  const height = bar + lines.length * lineHeight + margin;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, index) => `<circle cx="${margin + 4 + index * 20}" cy="18" r="6" fill="${color}"/>`,
  );
  const texts = lines.map((line, index) => textOf(line, bar + (index + 0.8) * lineHeight));
  return [
    '<!-- Written by npm run pictures. Do not edit. -->',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${label}">`,
    `<style>${style}\n</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...dots,
    ...texts,
    '</svg>\n',
  ].join('\n');
}

function textOf(line: string, y: number): string {
  const spans = spansOf(line).map(({ text, classes }) =>
    classes.length === 0 ? escaped(text) : `<tspan class="${classes.join(' ')}">${escaped(text)}</tspan>`,
  );
  const name = line.startsWith('$ ') ? ' class="prompt"' : '';
  return `<text x="${margin}" y="${y.toFixed(1)}"${name} xml:space="preserve">${spans.join('')}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
