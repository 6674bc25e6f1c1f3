import { readFileSync } from 'node:fs';
import { ApiObject, App, Chart } from 'cdk8s';

// One process for all tenants, with one chart for each. Prints the time to create the plain data of the objects as
// preparation, so that the benchmark subtracts it and measures only cdk8s.
const [, , modelFile, tenantsFile, outdir] = process.argv;
const before = performance.now();
const { name, objects } = JSON.parse(readFileSync(modelFile, 'utf8'));
const text = JSON.stringify(objects);
const tenants = JSON.parse(readFileSync(tenantsFile, 'utf8')).tenants;
const data = tenants.map((tenant) => ({ tenant, objects: JSON.parse(text.replaceAll(name, tenant)) }));
const preparation = performance.now() - before;

const app = new App({ outdir });
for (const { tenant, objects: own } of data) {
  const chart = new Chart(app, tenant);
  for (const object of own) new ApiObject(chart, `${object.kind}-${object.metadata.name}`, object);
}
app.synth();
console.log(preparation);
