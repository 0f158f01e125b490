import { type FormEvent, useState } from 'react';
import { UsageConsistencyDocument, UsageInclusionDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { formatNumber } from '../shared/format.js';
import { runOperation } from '../shared/graph-client.js';
import { asFailure } from '../shared/use-graph-query.js';
import { leafHash, rootFromInclusionProof, rootsFromConsistencyProof } from './merkle.js';

export interface TreeHead {
  readonly size: number;
  /** Root hash (SHA-256) in hexadecimal. */
  readonly root: string;
}

interface Verdict {
  readonly isGood: boolean;
  readonly text: string;
}

/** Whether this browser can verify the log: browsers provide hash functions only to pages in a secure context. */
export function canVerify(): boolean {
  return window.isSecureContext;
}

/** A button that verifies an entry: it computes the root hash from the entry and its inclusion proof. */
export function VerifyEntry({
  entry,
  head,
}: {
  readonly entry: { position: number; text: string };
  readonly head: TreeHead;
}) {
  const [verdict, setVerdict] = useState<Verdict>();
  async function verify() {
    setVerdict(await verdictOf(() => verifyEntry(entry, head)));
  }
  return verdict === undefined ? (
    <Button size="small" onClick={() => void verify()}>
      Verify
    </Button>
  ) : (
    <VerdictText verdict={verdict} />
  );
}

/** A form that verifies an earlier tree head: it computes both root hashes from the consistency proof. */
export function VerifyTreeHead({ head }: { readonly head: TreeHead }) {
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  async function verify(event: FormEvent) {
    event.preventDefault();
    setVerdict(await verdictOf(() => verifyHead(text, head)));
  }
  return (
    <details>
      <summary>Verify an earlier tree head</summary>
      <form className="document-form" onSubmit={(event) => void verify(event)}>
        <label className="field usage-head">
          <span>Stored head.json, with size and root</span>
          <textarea
            rows={5}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setVerdict(undefined);
            }}
          />
        </label>
        <Button type="submit">Verify</Button>
        {verdict && <VerdictText verdict={verdict} />}
        <p className="hint">
          This form does not verify that the server signed the tree head: <code>rampart usage verify</code> also
          verifies the signature.
        </p>
      </form>
    </details>
  );
}

function VerdictText({ verdict: { isGood, text } }: { readonly verdict: Verdict }) {
  return (
    <span role="status" className={isGood ? 'usage-good' : 'usage-bad'}>
      {text}
    </span>
  );
}

async function verdictOf(verify: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await verify();
  } catch (error) {
    return { isGood: false, text: asFailure(error).message };
  }
}

async function verifyEntry({ position, text }: { position: number; text: string }, head: TreeHead): Promise<Verdict> {
  const { size } = head;
  const data = await runOperation({ document: UsageInclusionDocument, variables: { position, size } });
  const { path } = data.usageLog.inclusionProof;
  const root = await rootFromInclusionProof(await leafHash(text), { position, size, path });
  return root === head.root
    ? { isGood: true, text: 'The entry is in the log: its inclusion proof matches the root' }
    : { isGood: false, text: 'The entry is not in the log: its inclusion proof does not match the root' };
}

async function verifyHead(text: string, head: TreeHead): Promise<Verdict> {
  const earlierHead = headOf(text);
  if (earlierHead === undefined) {
    return { isGood: false, text: 'This is not a tree head: expected JSON with size (1 or more) and root' };
  }
  if (earlierHead.size > head.size) {
    const counts = `The log has ${formatNumber(head.size)} entries, fewer than the ${formatNumber(earlierHead.size)} of your tree head`;
    return { isGood: false, text: `${counts}: the log was rolled back` };
  }
  const variables = { first: earlierHead.size, second: head.size };
  const data = await runOperation({ document: UsageConsistencyDocument, variables });
  const { path } = data.usageLog.consistencyProof;
  const proof = { first: earlierHead.size, firstRoot: earlierHead.root, second: head.size, path };
  const roots = await rootsFromConsistencyProof(proof);
  return roots?.first === earlierHead.root && roots.second === head.root
    ? { isGood: true, text: `The log begins with the ${formatNumber(earlierHead.size)} entries of your tree head` }
    : {
        isGood: false,
        text: 'The log does not begin with the entries of your tree head: entries were changed, or the log was rolled back',
      };
}

function headOf(text: string): TreeHead | undefined {
  try {
    const { size, root } = JSON.parse(text) as Record<string, unknown>;
    const isHead = typeof size === 'number' && Number.isSafeInteger(size) && size > 0 && typeof root === 'string';
    return isHead && /^[0-9a-f]{64}$/.test(root) ? { size, root } : undefined;
  } catch {
    return undefined;
  }
}
