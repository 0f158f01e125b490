/** Reads the options that the benchmark passes to this process: JSON in the first argument. */
export function readOptions<Options>(): Options {
  // The benchmark writes it with this type.
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

/** Reports that the server is ready, and exits on request of the benchmark process, or when that process ends. */
export function serveUntilParentExits(url: string): void {
  process.on('SIGTERM', () => process.exit(0));
  process.on('SIGINT', () => {}); // Ctrl-C reaches the whole process group; the benchmark stops its processes in order.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, 1000);
  process.stdout.write(`ready ${url}\n`);
}
