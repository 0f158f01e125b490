import { FileLink } from '../drive/file-link.js';
import { FilePreview } from '../drive/file-preview.js';
import {
  AlertEvidenceDocument,
  type AlertEvidenceQuery,
  EvidenceChoicesDocument,
  LinkEvidenceDocument,
  UnlinkEvidenceDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { DialogButton, FormDialog } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { SelectField, TextField } from '../shared/fields.js';
import { formatTimeInZone } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';

/** Files of document sites that are evidence for an alert; nothing for people who may not read document sites. */
export function Evidence({ alertId }: { readonly alertId: string }) {
  const permissions = usePermissions();
  const isAllowed = permissions.includes('drive.read');
  const canLink = permissions.includes('drive.link');
  const query = useGraphQuery({ document: AlertEvidenceDocument, variables: { id: alertId }, skip: !isAllowed });
  if (!isAllowed) {
    return null;
  }
  return (
    <section className="detail-section" aria-labelledby="evidence-title">
      <h3 id="evidence-title">Evidence</h3>
      <QueryPanel query={query} dataName="evidence">
        {({ alert }) => <Links alertId={alertId} links={alert.evidence ?? []} canUnlink={canLink} />}
      </QueryPanel>
      {canLink && (
        <DialogButton label="Link a file">
          {(onClose) => <LinkDialog alertId={alertId} onClose={onClose} />}
        </DialogButton>
      )}
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
          <span className="history-event">
            <FileLink href={link.item?.webUrl ?? null} name={nameOf(link.item)} />
            {link.item?.deletedAt && ' (deleted)'}
          </span>
          <span className="hint">
            {formatTimeInZone(link.linkedAt)} · {link.actor}
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
  const form = useFormDraft({ kind: 'evidence', id: alertId }, { initial: blankLink });
  const { text, chosen, notes } = form.values;
  const query = useGraphQuery({ document: EvidenceChoicesDocument, variables: { name: text.trim() } });
  const { run, busy, failure } = useMutation(LinkEvidenceDocument);
  const items = query.data?.driveSites.flatMap(({ foundItems }) => foundItems) ?? [];
  const keyOf = ({ siteId, itemId }: (typeof items)[number]) => `${siteId} ${itemId}`;
  const found = items.find((item) => keyOf(item) === chosen) ?? items[0];

  async function link() {
    if (found === undefined) {
      return false;
    }
    const { siteId, itemId } = found;
    return (await run({ input: { alertId, siteId, itemId, notes } })) !== undefined;
  }

  return (
    <FormDialog
      title="Link a file as evidence"
      className="comment-form"
      submit="Link"
      disabled={busy || query.loading || found === undefined}
      failure={failure}
      onSubmit={link}
      onDone={form.discard}
      onClose={onClose}
    >
      <TextField label="Name contains" type="search" {...form.field('text')} />
      <SelectField
        label="File"
        aria-busy={query.loading}
        options={
          items.length === 0
            ? [['', query.loading ? 'Loading…' : 'No files found']]
            : items.map((item) => [keyOf(item), nameOf(item)] as const)
        }
        {...form.field('chosen')}
        value={found === undefined ? '' : keyOf(found)}
      />
      {query.failure !== undefined && (
        <p className="notice notice-bad" role="alert">
          The search failed: {query.failure.message}
        </p>
      )}
      <TextField label="Notes" {...form.field('notes')} />
    </FormDialog>
  );
}
