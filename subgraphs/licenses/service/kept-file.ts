import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import type { FileStatusRecord } from '../records.js';
import { type FileContent, WatchedFile } from '../repository/watched-file.js';

/** The content of a file that is read again when it changes; of a broken one the last good content stays. */
export interface KeptFile<Content> {
  current(): Content;
  status(): FileStatusRecord;
}

export interface KeptFileOptions<Content> {
  /** What it is, for people. */
  readonly name: string;
  /** Empty: there is none. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly empty: Content;
  /** With a problem the content, if there is any, is what could be read. */
  parse(text: string): { content?: Content; problem: string | undefined };
}

const mostBytes = 64 * 1024 * 1024;

/**
 * Keeps a file that controllers are checked against. It is looked at with every use. When there is no good content yet, what
 * can be read of a broken file counts.
 */
export function keepFile<Content>(options: KeptFileOptions<Content>): KeptFile<Content> {
  const { name, path, empty, clock, log } = options;
  const file = path === '' ? undefined : new WatchedFile(path, { mostBytes });
  let content = empty;
  let loadedAt: Date | null = null;
  let isGood = false;
  let problem: string | null = null;

  function take(found: FileContent): void {
    const read = readContent(found, options);
    problem = read.problem ?? null;
    if (read.content !== undefined && (problem === null || !isGood)) {
      content = read.content;
      loadedAt = new Date(clock.now());
      isGood = problem === null;
    }
    if (problem === null) log.info({ file: path }, `${name} read`);
    else
      log.error(
        { file: path, problem },
        `${name} not taken; ${isGood ? 'the last good one stays in force' : 'there is no good one yet'}`,
      );
  }

  function current(): Content {
    const found = file?.look();
    if (found !== undefined) take(found);
    return content;
  }

  return {
    current,
    status() {
      current();
      return { path: path === '' ? null : path, loadedAt, problem };
    },
  };
}

function readContent<Content>(
  found: FileContent,
  { parse }: KeptFileOptions<Content>,
): { content?: Content; problem: string | undefined } {
  switch (found.kind) {
    case 'absent':
      return { problem: 'it does not exist' };
    case 'unreadable':
      return { problem: found.reason };
    case 'text':
      return parse(found.text);
  }
}
