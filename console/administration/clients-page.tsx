import {
  AddMirrorClientDocument,
  MirrorClientListDocument,
  type MirrorClientListQuery,
  RemoveMirrorClientDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Button } from '../shared/button.js';
import { CreateForm } from '../shared/create-form.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { useLocation } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { Frame } from './frame.js';
import { NewSecret } from './new-secret.js';
import { paths } from './paths.js';

const fields = [{ name: 'search', label: 'Search', placeholder: 'Name, client ID' }];

/** Clients of the mirrored document site. */
export function ClientsPage() {
  const { search } = useLocation();
  const filter = { search: search.get('search') || undefined };
  const list = useGraphQuery({ document: MirrorClientListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <Frame
      page={paths.clients}
      hint="Programs that read the local copies of document sites through an API compatible with Microsoft Graph."
      form={<ClientForm />}
    >
      <SearchedList
        query={list}
        listOf={({ mirrorClients }) => mirrorClients}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/mirror-clients/export', filter }}
        noun={['mirror client', 'mirror clients']}
        advice="A mirror client authenticates with its client ID and client secret."
        create="New mirror client"
      />
    </Frame>
  );
}

function ClientForm() {
  const [name, setName, removeSent] = useTextDraft({ kind: 'mirror-client', id: '' });
  const { busy, data, failure, run, clear } = useMutation(AddMirrorClientDocument);

  async function submit() {
    if ((await run({ input: { name: name.trim() } })) !== undefined) {
      removeSent(name);
    }
  }

  if (data !== undefined) {
    const { client, secret } = data.addMirrorClient;
    const values = [
      ['Client ID', client.id],
      ['Client secret', secret],
    ] as const;
    return <NewSecret title={`Mirror client ${client.name} added`} values={values} onDone={clear} />;
  }
  return (
    <CreateForm label="New mirror client" isOpen={name !== ''} onSubmit={submit}>
      <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
      <Button type="submit" variant="main" disabled={busy}>
        Add client
      </Button>
      <MutationResult failure={failure} />
    </CreateForm>
  );
}

const columns: readonly Column<NonNullable<MirrorClientListQuery['mirrorClients']>['nodes'][number]>[] = [
  { title: 'Name', className: 'cell-breaks', cell: ({ name }) => name },
  { title: 'Client ID', cell: ({ id }) => <code>{id}</code> },
  timeColumn('Added', ({ createdAt }) => createdAt),
  timeColumn('Last token issued', ({ lastTokenAt }) => lastTokenAt, { absent: 'Never' }),
  {
    title: 'Actions',
    cell: ({ id, name }) => (
      <ActionButton
        label="Remove"
        subject={name}
        document={RemoveMirrorClientDocument}
        variables={{ input: { id } }}
        consequence="The access tokens and subscriptions of the client end immediately. This cannot be undone."
        isDestructive
      />
    ),
  },
];
