import { DomainBulkRegistrationDocument } from '../generated/operations.js';
import { formatCount, formatEnum, formatScore } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { hrefOfBulkRegistration } from './paths.js';

/** The bulk registration that includes the domain. */
export function DomainBulkRegistration({ name }: { readonly name: string }) {
  const query = useGraphQuery({ document: DomainBulkRegistrationDocument, variables: { name } });
  return (
    <>
      <h2>Bulk registration</h2>
      <QueryPanel query={query} dataName="the bulk registration">
        {({ domain: { bulkRegistration } }) =>
          bulkRegistration === null ? (
            <p>
              The name is not part of a bulk registration (similar names that were added on one day with the same
              nameservers).
            </p>
          ) : (
            <p>
              <a href={hrefOfBulkRegistration(bulkRegistration.id)}>{bulkRegistration.pattern}</a>:{' '}
              {formatCount(bulkRegistration.size, 'name')} on {bulkRegistration.day},{' '}
              {formatEnum(bulkRegistration.kind).toLowerCase()}, score {formatScore(bulkRegistration.score)}
            </p>
          )
        }
      </QueryPanel>
    </>
  );
}
