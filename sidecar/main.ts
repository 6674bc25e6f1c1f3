import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { connect } from '../cluster/client.ts';
import { accountFolder, inCluster } from '../cluster/in-cluster.ts';
import { realTiming } from '../cluster/timing.ts';
import { jsonLog } from './log.ts';
import { run } from './run.ts';

const { values } = parseArgs({
  options: {
    credentials: { type: 'string', default: accountFolder },
    port: { type: 'string', default: '8080' },
  },
});
const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = process.env;
const client = connect(inCluster({ host, port }, values.credentials, Date.now));
const log = jsonLog((line) => void process.stdout.write(line), Date.now);
const stop = new AbortController();
// Each delayed attempt listens for the end.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
await run({ client, timing: realTiming, log, port: Number(values.port) }, stop.signal);
