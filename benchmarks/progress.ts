/** Reports progress on standard error: on a terminal in one line that is updated, otherwise line by line. */
export function reportProgress(message: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${message}` : `${message}\n`);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
