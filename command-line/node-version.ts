/** The oldest Node.js that runs this. Older ones lack functions that are imported all over. */
const minVersion = [22, 18] as const;

/** What to do where an older Node.js runs this than the one that is pinned as a dependency; undefined where all is well. */
export function outdatedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return undefined;
  return `Node.js ${version} is too old: ${minVersion.join('.')} or newer is required, and the pinned one is not installed or not used; run npm rebuild node --ignore-scripts=false, or install a newer Node.js`;
}
