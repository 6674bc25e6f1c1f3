import { writeFileSync } from 'node:fs';

// Preloaded into a measured process: writes the resource usage that the operating system reports.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { megabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
