import type { FormEvent } from 'react';
import { CreateOperatorTokenDocument } from '../generated/operations.js';
import { parseCommaList } from '../shared/comma-list.js';
import { CreateDetails } from '../shared/create-details.js';
import { useFormDraft } from '../shared/drafts.js';
import { ChoiceField, optionsOf, TextField } from '../shared/fields.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { ExpirationField, expirationInput } from './expiration-field.js';
import { NewSecret } from './new-secret.js';
import { roles } from './roles.js';

const blank = { name: '', role: 'ANALYST' as (typeof roles)[number], tenants: '', expires: '90' };

/** Creates a token and shows it once. */
export function TokenForm() {
  const form = useFormDraft({ kind: 'token', personId: useViewer().id, id: '' }, { initial: blank });
  const { values, change } = form;
  const { busy, data, failure, run, clear } = useMutation(CreateOperatorTokenDocument);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { name, role, expires } = values;
    const tenants = role === 'ADMIN' ? [] : parseCommaList(values.tenants);
    const restriction = tenants.length === 0 ? {} : { tenants };
    if (
      (await run({ input: { name: name.trim(), role, ...restriction, ...expirationInput(expires) } })) !== undefined
    ) {
      form.discard();
    }
  }

  if (data !== undefined) {
    const { token, secret } = data.createOperatorToken;
    return <NewSecret title={`Token ${token.name} created`} values={[['Token', secret]]} onDone={clear} />;
  }
  return (
    <CreateDetails label="New token" isOpen={form.isChanged}>
      <form className="line-form create-form" aria-label="New token" onSubmit={(event) => void submit(event)}>
        <TextField label="Name" required maxLength={100} value={values.name} onChange={(name) => change({ name })} />
        <ChoiceField
          label="Role"
          options={optionsOf(roles)}
          value={values.role}
          onChange={(role) => change({ role })}
        />
        <TextField
          label="Tenants"
          placeholder="All, or a comma-separated list"
          maxLength={2000}
          disabled={values.role === 'ADMIN'}
          value={values.role === 'ADMIN' ? '' : values.tenants}
          onChange={(tenants) => change({ tenants })}
        />
        <ExpirationField value={values.expires} onChange={(expires) => change({ expires })} />
        <button type="submit" className="button button-main" disabled={busy}>
          Create token
        </button>
        <MutationResult failure={failure} success={undefined} />
      </form>
    </CreateDetails>
  );
}
