import { CreateOperatorTokenDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { parseCommaList } from '../shared/comma-list.js';
import { CreateForm } from '../shared/create-form.js';
import { useFormDraft } from '../shared/drafts.js';
import { optionsOf, SelectField, TextField } from '../shared/fields.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { ExpirationField, expirationInput } from './expiration-field.js';
import { NewSecret } from './new-secret.js';
import { roles } from './roles.js';

const blank = { name: '', role: 'ANALYST' as (typeof roles)[number], tenants: '', expires: '90' };

/** Creates a token and shows it once. */
export function TokenForm() {
  const form = useFormDraft({ kind: 'token', id: '' }, { initial: blank });
  const { values } = form;
  const { busy, data, failure, run, clear } = useMutation(CreateOperatorTokenDocument);

  async function submit() {
    const { name, role, expires } = values;
    const tenants = role === 'ADMIN' ? [] : parseCommaList(values.tenants);
    const restriction = tenants.length === 0 ? {} : { tenants };
    const input = { name: name.trim(), role, ...restriction, ...expirationInput(expires) };
    if ((await run({ input })) !== undefined) {
      form.removeSent(values);
    }
  }

  if (data !== undefined) {
    const { token, secret } = data.createOperatorToken;
    return <NewSecret title={`Token ${token.name} created`} values={[['Token', secret]]} onDone={clear} />;
  }
  return (
    <CreateForm label="New token" isOpen={form.isChanged} onSubmit={submit}>
      <TextField label="Name" required maxLength={100} {...form.field('name')} />
      <SelectField label="Role" options={optionsOf(roles)} {...form.field('role')} />
      <TextField
        label="Tenants"
        placeholder="All, or a comma-separated list"
        maxLength={2000}
        disabled={values.role === 'ADMIN'}
        {...form.field('tenants')}
        {...(values.role === 'ADMIN' && { value: '' })}
      />
      <ExpirationField {...form.field('expires')} />
      <Button type="submit" variant="main" disabled={busy}>
        Create token
      </Button>
      <MutationResult failure={failure} />
    </CreateForm>
  );
}
