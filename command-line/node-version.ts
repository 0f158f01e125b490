/** The minimum version of Node.js. Older ones lack functions that are imported. */
const minVersion = [22, 18] as const;

/** The error message for a version of Node.js below the minimum; undefined if the version is supported. */
export function nodeVersionError(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return undefined;
  return `Node.js ${version} is too old: ${minVersion.join('.')} or newer is required, and the pinned one is not installed or not used; run npm rebuild node --ignore-scripts=false, or install a newer Node.js`;
}
