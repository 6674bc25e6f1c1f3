import { writeFileSync } from 'node:fs';

// Preloaded into a measured process: writes its peak memory in KiB, as the operating system reports it.
process.on('exit', () => writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS)));
