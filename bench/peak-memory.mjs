import { writeFileSync } from 'node:fs';

// Preloaded into a measured process: leaves the operating system's account of its peak memory, in KiB.
process.on('exit', () => writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS)));
