import { type FormEvent, useState } from 'react';
import { FilePreview } from '../drive/file-preview.js';
import {
  AlertEvidenceDocument,
  type AlertEvidenceQuery,
  EvidenceChoicesDocument,
  LinkEvidenceDocument,
  UnlinkEvidenceDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Dialog, DialogActions } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { ChoiceField, TextField } from '../shared/fields.js';
import { formatTime } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions, useViewer } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { zone } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';

/** Files of the document site that are evidence for an alert, for people who may read the site. */
export function Evidence({ alertId }: { readonly alertId: string }) {
  const permissions = usePermissions();
  const isAllowed = permissions.includes('drive.read');
  const canLink = permissions.includes('drive.link');
  const [isLinking, setLinking] = useState(false);
  const query = useGraphQuery({ document: AlertEvidenceDocument, variables: { id: alertId }, skip: !isAllowed });
  if (!isAllowed) {
    return null;
  }
  return (
    <section className="detail-section" aria-labelledby="evidence-title">
      <h3 id="evidence-title">Evidence</h3>
      <QueryPanel query={query} what="evidence">
        {({ alert }) => <Links alertId={alertId} links={alert.evidence ?? []} canUnlink={canLink} />}
      </QueryPanel>
      {canLink && (
        <button type="button" className="button" onClick={() => setLinking(true)}>
          Link a file
        </button>
      )}
      {isLinking && <LinkDialog alertId={alertId} onClose={() => setLinking(false)} />}
    </section>
  );
}

type Link = NonNullable<NonNullable<AlertEvidenceQuery['alert']>['evidence']>[number];

interface LinksProps {
  readonly alertId: string;
  readonly links: readonly Link[];
  readonly canUnlink: boolean;
}

function Links({ alertId, links, canUnlink }: LinksProps) {
  if (links.length === 0) {
    return <p className="hint">No files yet.</p>;
  }
  return (
    <ul className="history">
      {links.map((link) => (
        <li key={`${link.item?.itemId} ${link.linkedAt}`}>
          <span className="history-what">
            {link.item?.webUrl ? (
              <a href={link.item.webUrl} target="_blank" rel="noreferrer">
                {nameOf(link.item)}
              </a>
            ) : (
              nameOf(link.item)
            )}
            {link.item?.deletedAt && ' (deleted)'}
          </span>
          <span className="hint">
            {formatTime(link.linkedAt)} {zone} · {link.actor}
          </span>
          {link.notes !== '' && <span className="history-notes">{link.notes}</span>}
          <div className="evidence-actions">
            {link.item && <FilePreview {...link.item} name={nameOf(link.item)} />}
            {canUnlink && link.item && (
              <ActionButton
                label="Unlink"
                subject={link.item.name}
                document={UnlinkEvidenceDocument}
                variables={{ input: { alertId, siteId: link.item.siteId, itemId: link.item.itemId } }}
                consequence="The link to this alert is removed. The file is not deleted."
                isDestructive
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function nameOf(item: { readonly path: string | null; readonly name: string } | null): string {
  return item?.path ?? item?.name ?? 'Unknown file';
}

interface LinkDialogProps {
  readonly alertId: string;
  readonly onClose: () => void;
}

const blankLink = { text: '', chosen: '', notes: '' };

/** Searches the document sites by a part of the name, and links a file. */
function LinkDialog({ alertId, onClose }: LinkDialogProps) {
  const draft = { kind: 'evidence', personId: useViewer().id, id: alertId } as const;
  const form = useFormDraft(draft, { initial: blankLink });
  const { text, chosen, notes } = form.values;
  const query = useGraphQuery({ document: EvidenceChoicesDocument, variables: { name: text.trim() } });
  const { run, busy, failure } = useMutation(LinkEvidenceDocument);
  const items = query.data?.driveSites.flatMap(({ foundItems }) => foundItems) ?? [];
  const keyOf = ({ siteId, itemId }: (typeof items)[number]) => `${siteId} ${itemId}`;
  const found = items.find((item) => keyOf(item) === chosen) ?? items[0];

  async function link(event: FormEvent, close: () => void) {
    event.preventDefault();
    if (found === undefined) {
      return;
    }
    const { siteId, itemId } = found;
    if ((await run({ input: { alertId, siteId, itemId, notes } })) !== undefined) {
      form.discardAnd(close);
    }
  }

  return (
    <Dialog title="Link a file as evidence" onClose={onClose}>
      {(close) => (
        <form className="comment-form" onSubmit={(event) => void link(event, close)}>
          <TextField
            label="Name contains"
            type="search"
            value={text}
            onChange={(next) => form.change({ text: next })}
          />
          <ChoiceField
            label="File"
            aria-busy={query.loading}
            options={
              items.length === 0
                ? [['', query.loading ? 'Loading…' : 'No files found']]
                : items.map((item) => [keyOf(item), nameOf(item)] as const)
            }
            value={found === undefined ? '' : keyOf(found)}
            onChange={(next) => form.change({ chosen: next })}
          />
          <TextField label="Notes" value={notes} onChange={(next) => form.change({ notes: next })} />
          <MutationResult failure={failure ?? query.failure} success={undefined} />
          <DialogActions
            submit="Link"
            disabled={busy || query.loading || found === undefined}
            onCancel={() => form.discardAnd(close)}
          />
        </form>
      )}
    </Dialog>
  );
}
