import type { Readable, Writable } from 'node:stream';

/** Maximum length of a line that is written at once; longer lines are written in parts. */
const maxLineCharacters = 1_000_000;

/** Copies whole lines, so lines of several processes are not mixed. */
export function forwardLines(from: Readable | null | undefined, to: Writable): void {
  let partialLine = '';
  from?.setEncoding('utf8');
  from?.on('data', (chunk: string) => {
    const text = partialLine + chunk;
    const end = text.length > maxLineCharacters ? text.length : text.lastIndexOf('\n') + 1;
    if (end > 0) to.write(text.slice(0, end));
    partialLine = text.slice(end);
  });
  from?.once('end', () => {
    if (partialLine !== '') to.write(`${partialLine}\n`);
  });
}
