import { type Finding, fuzz } from './fuzz.ts';

/** `npm run fuzz -- SEED SECONDS`: prints every input on which a stage or a program fails. */
const [first = '1', seconds = '60'] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1000;
let [seed, found] = [Number(first), 0];
for (; performance.now() < end; seed++) {
  const finding = await fuzz(seed);
  if (!finding) continue;
  found++;
  console.log(textOf(finding));
}
console.log(`${seed - Number(first)} inputs from seed ${first}: ${found} failed`);
process.exitCode = found === 0 ? 0 : 1;

function textOf({ verdict, seed, files }: Finding): string {
  const texts = files.map((file) => `# ${file.path}\n${'text' in file ? file.text : ''}`);
  return `seed ${seed}: ${verdict}\n${texts.join('\n')}\n`;
}
