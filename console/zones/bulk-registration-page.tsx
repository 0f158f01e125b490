import { BulkRegistrationDocument, type BulkRegistrationQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { DomainNames } from '../shared/domain-link.js';
import {
  formatCount,
  formatEnum,
  formatNumber,
  formatScore,
  formatShare,
  formatTime,
  timeTitle,
} from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { PagedList, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { bulkRegistrationsPath } from './paths.js';

/** One bulk registration: its score and its names. */
export function BulkRegistrationPage() {
  const { search } = useLocation();
  const id = search.get('id') ?? '';
  const query = useGraphQuery({
    document: BulkRegistrationDocument,
    variables: { id, ...pageVariables(search) },
    skip: id === '',
  });
  const found = query.data?.node;
  const registration = found !== undefined && isRegistration(found) ? found : undefined;
  const isUnknown =
    id === '' || query.failure?.kind === 'not-found' || (found !== undefined && registration === undefined);
  return (
    <div className="page">
      <h1>{registration?.pattern ?? 'Bulk registration'}</h1>
      {isUnknown ? (
        <EmptyPanel title="Bulk registration not found">
          <p>
            No bulk registration has the id in this URL. It may have been deleted at the end of the retention period, or
            a later import of the same day may have changed its pattern.
          </p>
        </EmptyPanel>
      ) : (
        <QueryPanel query={query} dataName="the bulk registration">
          {() =>
            registration && (
              <>
                <Measure registration={registration} />
                <h2>Names</h2>
                <PagedList
                  columns={columns}
                  list={{ ...registration.names, totalCount: registration.size }}
                  stale={query.loading}
                  keyOf={({ name }) => name}
                  noun={['name', 'names']}
                  advice="It has no names."
                />
              </>
            )
          }
        </QueryPanel>
      )}
    </div>
  );
}

type Found = NonNullable<BulkRegistrationQuery['node']>;
type Registration = Exclude<Found, Record<PropertyKey, never>>;

/** Whether the object is a bulk registration. The query selects no fields of objects of other types. */
function isRegistration(found: Found): found is Registration {
  return 'names' in found;
}

function Measure({ registration }: { readonly registration: Registration }) {
  const { zone, day, kind, nameservers, score, size, expectedSize, similarity } = registration;
  const { registrations, usualRegistrations, firstSeenAt, lastSeenAt } = registration;
  return (
    <DescriptionList>
      <DescriptionItem name="Zone">
        <a href={hrefOf(bulkRegistrationsPath, { zone })}>{zone}</a>
      </DescriptionItem>
      <DescriptionItem name="Day (UTC)">{day}</DescriptionItem>
      <DescriptionItem name="Kind">{formatEnum(kind)}</DescriptionItem>
      <DescriptionItem name="Nameservers">
        {nameservers.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <a href={hrefOf(bulkRegistrationsPath, { nameserver: name })}>{name}</a>
          </span>
        ))}
      </DescriptionItem>
      <DescriptionItem name={timeTitle('First seen')}>{formatTime(firstSeenAt)}</DescriptionItem>
      <DescriptionItem name={timeTitle('Last seen')}>{formatTime(lastSeenAt)}</DescriptionItem>
      <DescriptionItem name="Score">{formatScore(score)} of 1</DescriptionItem>
      <DescriptionItem name="Names">
        {formatCount(size, 'name')}, {formatExpected(expectedSize)} expected by chance
      </DescriptionItem>
      <DescriptionItem name="Similarity">{formatShare(similarity)}</DescriptionItem>
      <DescriptionItem name="All new names">
        {formatCount(registrations, 'name')} with these nameservers on this day
        {usualRegistrations === null ? '' : `; usually ${formatNumber(Math.round(usualRegistrations))} a day`}
      </DescriptionItem>
    </DescriptionList>
  );
}

/** Formats the number of names that are expected by chance; numbers below 10 have three decimals. */
function formatExpected(size: number): string {
  if (size >= 10) return formatNumber(Math.round(size));
  return size < 0.001 ? 'fewer than 0.001' : formatScore(size);
}

const columns: readonly Column<Registration['names']['nodes'][number]>[] = [
  {
    title: 'Domain',
    className: 'cell-breaks',
    cell: ({ name, unicodeName }) => <DomainNames name={name} unicodeName={unicodeName} />,
  },
];
