/** Says on standard error what is under way: in one line that renews itself on a terminal, otherwise line by line. */
export function reportProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
