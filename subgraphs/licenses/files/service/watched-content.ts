import type { Clock } from '../../../../platform/clock.js';
import type { Logger } from '../../../../platform/log.js';
import { type DocumentKind, DocumentSource } from '../../vocabulary.js';
import { type FileContent, WatchedFile } from '../repository.js';
import type { FileStatus } from '../types.js';

/**
 * Content from the database or from a file. It is reread when it changes. While the file is invalid, its last valid
 * content remains active.
 */
export interface WatchedContent<Content> {
  current(): Content;
  status(): FileStatus;
}

/**
 * The result of parsing a text. If there is a problem, `content` is the valid part of the text; absent if there is no
 * valid part.
 */
export interface Parsed<Content> {
  readonly content?: Content;
  readonly problem: string | undefined;
}

export interface WatchOptions<Content> {
  readonly kind: DocumentKind;
  /** Path of the file; empty if none is configured. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly empty: Content;
  parse(text: string): Parsed<Content>;
}

/** Maximum size of a file in bytes. Larger files are not read. */
export const maxBytes = 64 * 1024 * 1024;

/**
 * Watches a file that is used to validate check-ins. Until a valid version has been read, the valid part of an invalid
 * version is active.
 */
export function watchContent<Content>(options: WatchOptions<Content>): WatchedContent<Content> {
  const { kind, path, empty, clock, log } = options;
  const file = path === '' ? undefined : new WatchedFile(path, { maxBytes });
  let content = empty;
  let loadedAt: Date | null = null;
  let isValid = false;
  let problem: string | null = null;

  function update(found: FileContent): void {
    const parsed = readContent(found, options);
    problem = parsed.problem ?? null;
    if (parsed.content !== undefined && (problem === null || !isValid)) {
      content = parsed.content;
      loadedAt = new Date(clock.now());
      isValid = problem === null;
    }
    if (problem === null) log.info({ file: path }, `${kind} read`);
    else {
      log.error({ file: path, problem }, `${kind} rejected; ${consequence()}`);
    }
  }

  function consequence(): string {
    if (isValid) return 'the last valid version is still used';
    return loadedAt === null
      ? 'no valid version has been read yet, so nothing is applied'
      : 'no completely valid version has been read yet, so only the valid part is applied';
  }

  function current(): Content {
    const found = file?.readIfChanged();
    if (found !== undefined) update(found);
    return content;
  }

  return {
    current,
    status() {
      current();
      return { source: DocumentSource.FILE, path: path === '' ? null : path, loadedAt, problem };
    },
  };
}

function readContent<Content>(found: FileContent, { parse }: WatchOptions<Content>): Parsed<Content> {
  switch (found.kind) {
    case 'absent':
      return { problem: 'it does not exist' };
    case 'unreadable':
      return { problem: found.reason };
    case 'text':
      return parse(found.text);
  }
}
