import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../cluster/client.ts';
import { accountFolder, inCluster } from '../cluster/in-cluster.ts';
import { realTiming } from '../cluster/timing.ts';
import { jsonLog } from './log.ts';
import { run } from './run.ts';
import { uninstall } from './uninstall.ts';

const { values } = parseArgs({
  options: {
    credentials: { type: 'string', default: accountFolder },
    port: { type: 'string', default: '8080' },
    status: { type: 'string', multiple: true, default: [] },
    uninstall: { type: 'boolean', default: false },
  },
});
const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = process.env;
const client = connect(inCluster({ host, port }, values.credentials, Date.now));
const log = jsonLog((line) => void process.stdout.write(line), Date.now);
const stop = new AbortController();
// Disables the warning about many listeners: each delayed attempt adds a listener to the signal.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
const common = { client, timing: realTiming, log, collections: values.status };
if (values.uninstall) {
  const namespace = readFileSync(join(values.credentials, 'namespace'), 'utf8').trim();
  process.exitCode = (await uninstall({ ...common, namespace }, stop.signal)) ? 0 : 1;
  await client.close();
} else await run({ ...common, port: Number(values.port) }, stop.signal);
