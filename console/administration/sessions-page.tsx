import { RevokeSessionDocument, SessionListDocument, type SessionListQuery } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatTime } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { type Session, useSession } from '../shared/session-store.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';
import { roleColumn, roles } from './roles.js';

const fields = [
  { name: 'search', label: 'Search', placeholder: 'Name, provider, address' },
  { name: 'role', label: 'Role', options: optionsOf(roles) },
];

/** Open sessions of browsers. */
export function SessionsPage() {
  const { search } = useLocation();
  const filter = { search: search.get('search') || undefined, role: choiceOf(search, 'role', roles) };
  const state = useSession();
  const ownSession = 'session' in state ? state.session : undefined;
  const list = useGraphQuery({ document: SessionListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <Frame page={paths.sessions} hint="Open sessions of browsers, most recently used first.">
      <SearchedList
        query={list}
        listOf={({ sessions }) => sessions}
        fields={fields}
        columns={columnsFor(ownSession)}
        keyOf={({ id }) => id}
        exported={{ path: 'api/sessions/export', filter }}
        noun={['session', 'sessions']}
        advice="No browser is signed in."
      />
    </Frame>
  );
}

type Row = NonNullable<SessionListQuery['sessions']>['nodes'][number];

/** @param own the session of this browser */
const columnsFor = (ownSession: Session | undefined): readonly Column<Row>[] => [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <>
        {name}
        {id === ownSession?.id && <span className="badge badge-accent">This browser</span>}
      </>
    ),
    secondLine: ({ provider }) => provider ?? 'Operator token',
  },
  roleColumn,
  { title: 'Address', cell: ({ sourceAddress }) => sourceAddress },
  timeColumn('Signed in', ({ createdAt }) => createdAt),
  timeColumn('Last used', ({ lastUsedAt }) => lastUsedAt),
  timeColumn('Expires', ({ expiresAt }) => expiresAt),
  {
    title: 'Actions',
    cell: (row) => (
      <div className="row-actions">
        <ActionButton
          label="End session"
          subject={`${row.name}, ${formatTime(row.createdAt)}`}
          document={RevokeSessionDocument}
          variables={{ input: { id: row.id } }}
          consequence={
            row.id === ownSession?.id
              ? 'You are signed out of this browser immediately.'
              : 'The browser is signed out within seconds.'
          }
          isDestructive
        />
        <ActionButton
          label="End all"
          subject={row.name}
          document={RevokeSessionDocument}
          variables={{ input: { id: row.id, ofCaller: true } }}
          consequence={consequenceForAll(row, ownSession)}
          isDestructive
        />
      </div>
    ),
  },
];

/** The effect of ending all sessions of a caller. Names are not unique: a person can have the name of a token. */
function consequenceForAll({ id, name }: Row, ownSession: Session | undefined): string {
  const others = `All sessions of ${name} end within seconds. The token, or the account at the identity provider, remains valid.`;
  if (id === ownSession?.id) {
    return `${others} You are signed out of this browser immediately.`;
  }
  return name === ownSession?.name ? `${others} If this browser has one of the sessions, you are signed out.` : others;
}
