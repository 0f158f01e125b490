import type { Executor } from '../../../../platform/database/index.js';
import { leafHash } from '../../../../platform/merkle-tree.js';
import { insertEntries, insertHead, insertNodes, selectHead, selectNodes } from '../repository/log.js';
import {
  appendNodes,
  emptyRoot,
  hashLookup,
  type NodeHashLookup,
  nodeKey,
  peaks,
  rootHash,
  type TreeNode,
} from '../rules.js';

/** A tree head of the usage log: its size and root hash at a time. */
export interface UsageHead {
  /** Number of entries in the log. */
  readonly size: number;
  /** Root hash of the log with this size: SHA-256 in hexadecimal. */
  readonly root: string;
  /** Time at which the log reached this size; the Unix epoch for an empty log. */
  readonly at: Date;
}

/** Reads the newest tree head; for an empty log, the tree head of size 0. */
export async function readTreeHead(sql: Executor): Promise<UsageHead> {
  const head = await selectHead(sql);
  if (head === undefined) return { size: 0, root: emptyRoot.toString('hex'), at: new Date(0) };
  return { size: head.size, root: head.root, at: new Date(head.at * 1000) };
}

/** Loads the stored hashes of these subtrees. */
export async function loadNodes(sql: Executor, nodes: readonly TreeNode[]): Promise<NodeHashLookup> {
  const found = await selectNodes(sql, {
    levels: nodes.map(({ level }) => level),
    indexes: nodes.map(({ index }) => index),
  });
  return hashLookup(new Map(found.map((node) => [nodeKey(node), Buffer.from(node.hash, 'hex')])));
}

/**
 * Appends entries to a log of `size` entries. `at` is in Unix epoch seconds. The caller must hold the lock of the log.
 */
export async function append(
  sql: Executor,
  log: { size: number; entries: readonly string[]; at: number },
): Promise<void> {
  const { size, entries, at } = log;
  const storedHashes = await loadNodes(sql, peaks(size));
  const nodes = appendNodes(size, entries.map(leafHash), storedHashes);
  const added = new Map(nodes.map((node) => [nodeKey(node), node.hash]));
  const end = size + entries.length;
  const root = rootHash(end, (node) => added.get(nodeKey(node)) ?? storedHashes(node));
  await insertEntries(sql, { position: size, entries: [...entries] });
  await insertNodes(sql, {
    levels: nodes.map(({ level }) => level),
    indexes: nodes.map(({ index }) => index),
    hashes: nodes.map(({ hash }) => hash.toString('hex')),
  });
  await insertHead(sql, { size: end, at, root: root.toString('hex') });
}
