import {
  CreateNotificationRuleDocument,
  RotateNotificationSecretDocument,
  UpdateNotificationRuleDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { CreateForm } from '../shared/create-form.js';
import { Dialog, DialogActions, FormDialog } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { NewSecret } from './new-secret.js';
import {
  blankDraft,
  createInputOf,
  draftOf,
  type RuleDraft,
  type RuleRow,
  updateInputOf,
} from './notification-draft.js';
import { RuleFields } from './notification-fields.js';

/**
 * A person’s draft of a rule. It does not store the URL of the target: anyone who knows the URL of a webhook can send
 * messages to it.
 */
function useRuleDraft(id: string, initial: RuleDraft) {
  return useFormDraft({ kind: 'notification-rule', id }, { initial, secrets: ['address'] });
}

/** Creates a rule. The secret of a webhook is shown once. */
export function RuleForm() {
  const form = useRuleDraft('', blankDraft());
  const { busy, data, failure, run, clear } = useMutation(CreateNotificationRuleDocument);

  async function submit() {
    if ((await run({ input: createInputOf(form.values) })) !== undefined) {
      form.removeSent(form.values);
    }
  }

  if (data?.createNotificationRule.secret != null) {
    const { rule, secret } = data.createNotificationRule;
    return <NewSecret title={`Rule ${rule.name} created`} values={[['Signing secret', secret]]} onDone={clear} />;
  }
  return (
    <CreateForm label="New rule" isOpen={form.isChanged} onSubmit={submit}>
      <RuleFields form={form} isNew />
      <Button type="submit" variant="main" disabled={busy}>
        Create rule
      </Button>
      <MutationResult failure={failure} success={data && `Rule ${data.createNotificationRule.rule.name} created.`} />
    </CreateForm>
  );
}

interface RuleDialogProps {
  readonly rule: RuleRow;
  readonly onClose: () => void;
}

/** Edits a notification rule. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const stored = draftOf(rule);
  const form = useRuleDraft(rule.id, stored);
  const { busy, failure, run } = useMutation(UpdateNotificationRuleDocument);

  async function save() {
    return (await run({ input: { id: rule.id, ...updateInputOf(stored, form.values) } })) !== undefined;
  }

  return (
    <FormDialog
      title={`Edit: ${rule.name}`}
      isWide
      className="line-form"
      submit="Save"
      disabled={busy}
      failure={failure}
      onSubmit={save}
      onDone={form.discard}
      onClose={onClose}
    >
      <RuleFields form={form} isNew={false} />
    </FormDialog>
  );
}

/** Rotates the secret of a webhook and shows the new one once. */
export function RotationDialog({ rule: { id, name }, onClose }: RuleDialogProps) {
  const { busy, data, failure, run } = useMutation(RotateNotificationSecretDocument);
  const secret = data?.rotateNotificationSecret.secret;
  return (
    <Dialog title={`Rotate secret: ${name}`} onClose={onClose}>
      {(close) =>
        secret != null ? (
          <NewSecret title="New secret" values={[['Signing secret', secret]]} onDone={close} />
        ) : (
          <>
            <p>Messages are signed with the new secret. For one day, they are also signed with the old one.</p>
            {failure !== undefined && <MutationResult failure={failure} />}
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
