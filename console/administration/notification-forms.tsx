import { type FormEvent, useState } from 'react';
import {
  CreateNotificationRuleDocument,
  RotateNotificationSecretDocument,
  UpdateNotificationRuleDocument,
} from '../generated/operations.js';
import { CreateDetails } from '../shared/create-details.js';
import { Dialog, DialogActions } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { NewSecret } from './new-secret.js';
import {
  blankDraft,
  createInputOf,
  draftOf,
  type RuleDraft,
  type RuleRow,
  sharedInputOf,
} from './notification-draft.js';
import { RuleFields } from './notification-fields.js';

/**
 * The draft of a person for a rule, without its address: anybody who knows the URL of a webhook can send messages to
 * it.
 */
function useRuleDraft(id: string, initial: RuleDraft) {
  const draft = { kind: 'notification-rule', personId: useViewer().id, id } as const;
  return useFormDraft(draft, { initial, secrets: ['address'] });
}

/** Creates a rule. The secret of a webhook is shown once. */
export function RuleForm() {
  const form = useRuleDraft('', blankDraft());
  const { busy, data, failure, run, clear } = useMutation(CreateNotificationRuleDocument);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if ((await run({ input: createInputOf(form.values) })) !== undefined) {
      form.discard();
    }
  }

  if (data?.createNotificationRule.secret != null) {
    const { rule, secret } = data.createNotificationRule;
    return <NewSecret title={`Rule ${rule.name} created`} values={[['Signing secret', secret]]} onDone={clear} />;
  }
  return (
    <CreateDetails label="New rule" isOpen={form.isChanged}>
      <form className="line-form create-form" aria-label="New rule" onSubmit={(event) => void submit(event)}>
        <RuleFields draft={form.values} onChange={form.change} isNew />
        <button type="submit" className="button button-main" disabled={busy}>
          Create rule
        </button>
        <MutationResult failure={failure} success={data && `Rule ${data.createNotificationRule.rule.name} created.`} />
      </form>
    </CreateDetails>
  );
}

/** Changes a rule in a dialog. */
export function EditRule({ rule }: { readonly rule: RuleRow }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-label={`Edit: ${rule.name}`}
        onClick={() => setIsOpen(true)}
      >
        Edit
      </button>
      {isOpen && <RuleDialog rule={rule} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RuleDialog({ rule, onClose }: { readonly rule: RuleRow; readonly onClose: () => void }) {
  const form = useRuleDraft(rule.id, draftOf(rule));
  const { busy, failure, run } = useMutation(UpdateNotificationRuleDocument);

  async function submit(event: FormEvent, close: () => void) {
    event.preventDefault();
    const { address } = form.values;
    const changed = address.trim() === '' ? {} : { address: address.trim() };
    if ((await run({ input: { id: rule.id, ...sharedInputOf(form.values), ...changed } })) !== undefined) {
      form.discardAnd(close);
    }
  }

  return (
    <Dialog title={`Edit: ${rule.name}`} isWide onClose={onClose}>
      {(close) => (
        <form className="line-form" onSubmit={(event) => void submit(event, close)}>
          <RuleFields draft={form.values} onChange={form.change} isNew={false} />
          {failure !== undefined && <MutationResult failure={failure} success={undefined} />}
          <DialogActions submit="Save" disabled={busy} onCancel={() => form.discardAnd(close)} />
        </form>
      )}
    </Dialog>
  );
}

/** Rotates the secret of a webhook and shows the new one once. */
export function RotateSecret({ id, name }: Pick<RuleRow, 'id' | 'name'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-label={`Rotate secret: ${name}`}
        onClick={() => setIsOpen(true)}
      >
        Rotate secret
      </button>
      {isOpen && <RotationDialog id={id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RotationDialog({ id, name, onClose }: Pick<RuleRow, 'id' | 'name'> & { readonly onClose: () => void }) {
  const { busy, data, failure, run } = useMutation(RotateNotificationSecretDocument);
  const secret = data?.rotateNotificationSecret.secret;
  return (
    <Dialog title={`Rotate secret: ${name}`} onClose={onClose}>
      {(close) =>
        secret != null ? (
          <NewSecret title="New secret" values={[['Signing secret', secret]]} onDone={close} />
        ) : (
          <>
            <p>Messages are signed with a new secret, and for a day with the old one too.</p>
            {failure !== undefined && <MutationResult failure={failure} success={undefined} />}
            <DialogActions
              submit="Rotate secret"
              onSubmit={() => void run({ input: { id } })}
              disabled={busy}
              onCancel={close}
            />
          </>
        )
      }
    </Dialog>
  );
}
