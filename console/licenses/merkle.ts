/** Verifies proofs of the usage log in the browser, because a verification by the server itself would prove nothing. */

/** The hash of an entry in hexadecimal (RFC 6962, section 2.1). */
export async function leafHash(entry: string): Promise<string> {
  return await sha256([Uint8Array.of(0), new TextEncoder().encode(entry)]);
}

/** The hash of an inner node in hexadecimal (RFC 6962, section 2.1). */
export async function nodeHash(left: string, right: string): Promise<string> {
  return await sha256([Uint8Array.of(1), bytesOf(left), bytesOf(right)]);
}

/**
 * The root hash that an inclusion proof yields (RFC 9162, section 2.1.3.2). Null if the position is not below the size,
 * or the path has the wrong length.
 * @param proof hashes in hexadecimal
 */
export async function rootFromInclusionProof(
  leaf: string,
  proof: { position: number; size: number; path: readonly string[] },
): Promise<string | null> {
  const { position, size, path } = proof;
  if (position >= size) {
    return null;
  }
  let node: TreeNode = { index: position, last: size - 1 };
  let hash = leaf;
  for (const next of path) {
    if (node.last === 0) {
      return null;
    }
    const isRight = node.index % 2 === 1 || node.index === node.last;
    hash = isRight ? await nodeHash(next, hash) : await nodeHash(hash, next);
    node = parentOf(isRight ? lowestRightAncestor(node) : node);
  }
  return node.last === 0 ? hash : null;
}

/**
 * The root hashes of the earlier and later log that a consistency proof yields (RFC 9162, section 2.1.4.2). Null if the
 * sizes are not ascending, or the path has the wrong length.
 * @param proof `firstRoot` is the known root hash of the earlier log; hashes are in hexadecimal
 */
export async function rootsFromConsistencyProof(proof: {
  first: number;
  firstRoot: string;
  second: number;
  path: readonly string[];
}): Promise<{ first: string; second: string } | null> {
  const { first, firstRoot, second, path } = proof;
  if (first === second) {
    return path.length === 0 ? { first: firstRoot, second: firstRoot } : null;
  }
  // If the size of the earlier tree is a power of two, it is a subtree of the later one, and the proof omits its root.
  const isPower = Number.isInteger(Math.log2(first));
  const [start, ...rest] = isPower ? [firstRoot, ...path] : path;
  if (start === undefined || first < 1 || first > second) {
    return null;
  }
  let node: TreeNode = { index: first - 1, last: second - 1 };
  while (node.index % 2 === 1) {
    node = parentOf(node);
  }
  let [earlierHash, laterHash] = [start, start];
  for (const next of rest) {
    if (node.last === 0) {
      return null;
    }
    const isRight = node.index % 2 === 1 || node.index === node.last;
    if (isRight) {
      earlierHash = await nodeHash(next, earlierHash);
    }
    laterHash = isRight ? await nodeHash(next, laterHash) : await nodeHash(laterHash, next);
    node = parentOf(isRight ? lowestRightAncestor(node) : node);
  }
  return node.last === 0 ? { first: earlierHash, second: laterHash } : null;
}

/** Index of a node, and index of the last node at the same level. */
interface TreeNode {
  readonly index: number;
  readonly last: number;
}

function parentOf({ index, last }: TreeNode): TreeNode {
  return { index: Math.floor(index / 2), last: Math.floor(last / 2) };
}

/**
 * The lowest ancestor that is a right child, or the first node of its level. If the last node of a level has no
 * sibling, it has the same hash at each level up to this ancestor.
 */
function lowestRightAncestor(node: TreeNode): TreeNode {
  let found = node;
  while (found.index % 2 === 0 && found.index !== 0) {
    found = parentOf(found);
  }
  return found;
}

async function sha256(parts: readonly Uint8Array[]): Promise<string> {
  const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
