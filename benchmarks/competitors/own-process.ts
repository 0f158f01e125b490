/** What the benchmark hands to a process of its own: JSON in the first argument. */
export function readOptions<Options>(): Options {
  // Written by the benchmark itself, which types it.
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

/** Says that the server answers, and ends the process when the benchmark asks for it or is gone. */
export function serveUntilParentExits(url: string): void {
  process.on('SIGTERM', () => process.exit(0));
  process.on('SIGINT', () => {}); // Ctrl-C reaches the whole group; the benchmark ends its processes in order.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, 1000);
  process.stdout.write(`ready ${url}\n`);
}
