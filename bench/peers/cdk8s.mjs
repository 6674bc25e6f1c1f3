import { readFileSync } from 'node:fs';
import { ApiObject, App, Chart } from 'cdk8s';

// One process for all tenants, one chart a tenant. Making the objects' plain data is printed as preparation, for
// the bench to leave out: only what cdk8s does with them counts.
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
