import { PersonListDocument, type PersonListQuery, RevokeSessionsOfPersonDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatCount } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';
import { roleColumn, roles } from './roles.js';

const fields = [
  { name: 'search', label: 'Search', placeholder: 'Name, email, subject' },
  { name: 'role', label: 'Role', options: optionsOf(roles) },
];

/** People who have signed in with an identity provider. */
export function PeoplePage() {
  const { search } = useLocation();
  const filter = { search: search.get('search') || undefined, role: choiceOf(search, 'role', roles) };
  const list = useGraphQuery({ document: PersonListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <Frame
      page={paths.people}
      hint="People who have signed in with an identity provider. Names, email addresses and roles are as of the last sign-in."
    >
      <SearchedList
        query={list}
        listOf={({ people }) => people}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/people/export', filter }}
        noun={['person', 'people']}
        advice="No one has signed in with an identity provider yet. Providers are configured in the section [oidc] of the settings."
      />
    </Frame>
  );
}

type Row = NonNullable<PersonListQuery['people']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Name',
    cell: ({ name }) => name,
    secondLine: ({ name, email }) => email !== null && email !== name && email,
  },
  roleColumn,
  { title: 'Subject', className: 'cell-breaks', cell: ({ subject }) => subject, secondLine: ({ issuer }) => issuer },
  timeColumn('First sign-in', ({ firstSignInAt }) => firstSignInAt),
  timeColumn('Last sign-in', ({ lastSignInAt }) => lastSignInAt),
  {
    title: 'Open sessions',
    cell: ({ id, name, openSessions }) =>
      openSessions === 0 ? (
        'None'
      ) : (
        <div className="row-actions">
          <span>{openSessions}</span>
          <ActionButton
            label="End sessions"
            subject={name}
            document={RevokeSessionsOfPersonDocument}
            variables={{ input: { id } }}
            consequence={`${formatCount(openSessions, 'session')} of ${name} will end within seconds. ${name} can sign in again as long as the identity provider permits it.`}
            isDestructive
          />
        </div>
      ),
  },
];
