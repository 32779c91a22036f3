// The programs that are measured are JavaScript: to take types out of them would cost as much as they do.

/** What this process took so far, its start included. */
export function processCost() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 };
}
