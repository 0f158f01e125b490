import type { Readable, Writable } from 'node:stream';

/** A longer line is written in parts. */
const maxLineCharacters = 1_000_000;

/** Copies whole lines, so those of several processes do not mix. */
export function forwardLines(from: Readable | null | undefined, to: Writable): void {
  let rest = '';
  from?.setEncoding('utf8');
  from?.on('data', (chunk: string) => {
    const text = rest + chunk;
    const end = text.length > maxLineCharacters ? text.length : text.lastIndexOf('\n') + 1;
    if (end > 0) to.write(text.slice(0, end));
    rest = text.slice(end);
  });
  from?.once('end', () => {
    if (rest !== '') to.write(`${rest}\n`);
  });
}
