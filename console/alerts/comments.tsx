import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AddAlertCommentDocument, EditAlertCommentDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { readDraft, useTextDraft } from '../shared/drafts.js';
import { formatCount, formatTimeInZone } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import type { AlertDetail } from './data.js';
import { MentionField } from './mention-field.js';

type Comment = AlertDetail['comments'][number];

interface CommentsProps {
  readonly alert: AlertDetail;
  /** True: the field for a new comment receives the focus. */
  readonly hasFocus: boolean;
  readonly onFocused: () => void;
}

/** The discussion of an alert, oldest comment first. Typed text remains as a draft until it is sent. */
export function Comments({ alert, hasFocus, onFocused }: CommentsProps) {
  const { id, permissions } = useViewer();
  const canDiscuss = permissions.includes('alerts.discuss');
  return (
    <section className="detail-section" aria-labelledby="comments-title">
      <h3 id="comments-title">Comments</h3>
      {alert.comments.length === 0 && <p className="hint">No comments yet.</p>}
      <ol className="history">
        {alert.comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} canEdit={canDiscuss && comment.author.id === id} />
        ))}
      </ol>
      {canDiscuss && (
        <NewComment
          key={`${id} ${alert.id}`}
          alertId={alert.id}
          tenantId={alert.tenantId}
          hasFocus={hasFocus}
          onFocused={onFocused}
        />
      )}
    </section>
  );
}

function CommentItem({ comment, canEdit }: { readonly comment: Comment; readonly canEdit: boolean }) {
  const [chosen, setEditing] = useState<boolean>();
  // Unsaved changes are shown again.
  const editing = chosen ?? (canEdit && readDraft(draftOf(comment)) !== undefined);
  return (
    <li>
      <span className="history-event">{comment.author.name}</span>
      <span className="hint">
        {formatTimeInZone(comment.createdAt)}
        {comment.editedAt !== null && ` · edited ${formatTimeInZone(comment.editedAt)}`}
      </span>
      {editing ? (
        <EditComment comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <span className="history-notes">{comment.body}</span>
      )}
      {canEdit && !editing && (
        <Button size="small" onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
      {comment.versions.length > 0 && (
        <details>
          <summary>{formatCount(comment.versions.length, 'earlier version')}</summary>
          {comment.versions.map(({ version, at, body }) => (
            <p key={version} className="preserve">
              <span className="hint">{formatTimeInZone(at)}</span> {body}
            </p>
          ))}
        </details>
      )}
    </li>
  );
}

function draftOf({ id, author }: Comment) {
  return { kind: 'edit', personId: author.id, id } as const;
}

function EditComment({ comment, onDone }: { readonly comment: Comment; readonly onDone: () => void }) {
  const [body, setBody] = useTextDraft(draftOf(comment), comment.body);
  const { run, busy, failure } = useMutation(EditAlertCommentDocument);
  const field = useRef<HTMLTextAreaElement>(null);
  const [end] = useState(body.length);
  // The pressed button, which had the focus, has been removed.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, [end]);

  /** Closes the form instead of the panel. The text remains a draft. */
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      onDone();
    }
  }

  function discard() {
    setBody(comment.body);
    onDone();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await run({ input: { id: comment.id, body } });
    // Text that was typed while the comment was being saved remains in the form.
    if (saved !== undefined && (readDraft(draftOf(comment))?.text ?? body) === body) {
      discard();
    }
  }

  return (
    <form className="comment-form" onSubmit={save}>
      <textarea
        ref={field}
        aria-label="Edit comment"
        rows={3}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={closeOnEscape}
      />
      <div className="detail-adjacent">
        <Button type="submit" size="small" disabled={busy || body.trim() === ''}>
          Save comment
        </Button>
        <Button size="small" onClick={discard}>
          Cancel
        </Button>
      </div>
      <MutationResult failure={failure} />
    </form>
  );
}

interface NewCommentProps extends Omit<CommentsProps, 'alert'> {
  readonly alertId: string;
  readonly tenantId: string;
}

function NewComment({ alertId, tenantId, hasFocus, onFocused }: NewCommentProps) {
  const [body, change, removeSent] = useTextDraft({ kind: 'comment', id: alertId });
  const { run, busy, failure } = useMutation(AddAlertCommentDocument);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) {
      field.current?.focus();
      onFocused();
    }
  }, [hasFocus, onFocused]);

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    if (!busy && body.trim() !== '' && (await run({ input: { alertId, body } })) !== undefined) {
      removeSent(body);
    }
  }

  return (
    <form className="comment-form" onSubmit={add}>
      <MentionField
        field={field}
        label="New comment"
        tenantId={tenantId}
        value={body}
        onChange={change}
        onKeyDown={sendOnEnter}
      />
      <Button type="submit" disabled={busy || body.trim() === ''}>
        Add comment
      </Button>
      <MutationResult failure={failure} />
    </form>
  );
}
