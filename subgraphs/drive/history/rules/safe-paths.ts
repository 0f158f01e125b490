import { createHash } from 'node:crypto';

const maxNameBytes = 255;
const maxPathBytes = 3000;

/** Windows device names, which Windows rejects as file names, with any extension. */
const deviceNamePattern = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/**
 * Assigns file paths to items of a site: relative, unique regardless of case and Unicode normalization, and valid on
 * all common operating systems. Names that a site reports are untrusted; they may be `..` or contain separators.
 */
export class SafePaths {
  private readonly usedPaths = new Set<string>();
  private readonly folders = new Map<string, string>();

  /**
   * Assigns a path to an item, given the names of its folders followed by its own. Folders must be assigned before
   * their items. Folders that were not assigned are omitted, so the paths of a subtree are relative to its root.
   */
  assign({ names, isFolder }: { names: readonly string[]; isFolder: boolean }): string {
    const parent = this.folders.get(names.slice(0, -1).join('\0')) ?? '';
    const name = safeName(names.at(-1) ?? '');
    let path = parent === '' ? name : `${parent}/${name}`;
    if (Buffer.byteLength(path) > maxPathBytes) path = `long-paths/${hashOf(path)}`;
    for (let copy = 2; this.usedPaths.has(foldPath(path)); copy++) path = numberPath(path, copy);
    this.usedPaths.add(foldPath(path));
    if (isFolder) this.folders.set(names.join('\0'), path);
    return path;
  }
}

/**
 * A comparison key, equal for paths that any file system treats as equal: ignores case and Unicode normalization. Lower
 * case is applied first, because the upper case of `ß`, but not of `ẞ`, is `SS`.
 */
function foldPath(path: string): string {
  return path.normalize('NFD').toLowerCase().toUpperCase();
}

function numberPath(path: string, copy: number): string {
  const end = path.lastIndexOf('/') + 1;
  const extension = extensionOf(path.slice(end));
  const start = path.slice(end, path.length - extension.length);
  const name = `${start.replace(/ \(\d+\)$/, '')} (${copy})${extension}`;
  return path.slice(0, end) + (Buffer.byteLength(name) <= maxNameBytes ? name : shortenName(name));
}

function safeName(name: string): string {
  const allowed = name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
    .replaceAll(/[\u0000-\u001f\u007f<>:"|?*\\/]/g, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(deviceNamePattern, '_$&');
  if (allowed === '') return '_';
  return Buffer.byteLength(allowed) <= maxNameBytes ? allowed : shortenName(allowed);
}

/** Truncates a name to the maximum length: keeps its extension, and adds a hash of the whole name before it. */
function shortenName(name: string): string {
  const suffix = `~${hashOf(name)}${extensionOf(name)}`;
  let start = '';
  for (const character of name) {
    if (Buffer.byteLength(start) + Buffer.byteLength(character) + Buffer.byteLength(suffix) > maxNameBytes - 8) break;
    start += character;
  }
  return start + suffix;
}

function extensionOf(name: string): string {
  return /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
