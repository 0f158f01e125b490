import { useState } from 'react';
import { type LicenseDocumentKind, LicenseSourcesDocument, type LicenseSourcesQuery } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatCount } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { DocumentForm } from './document-form.js';

type Status = Pick<NonNullable<LicenseSourcesQuery['blacklist']>['file'], 'source' | 'path' | 'problem'>;

const kinds: readonly (readonly [LicenseDocumentKind, string])[] = [
  ['LICENSE', 'license'],
  ['BLACKLIST', 'blacklist'],
  ['DEPARTMENTS', 'departments'],
];

/**
 * The sources in effect for the license, the blacklist and the departments, with forms for people who may edit them.
 */
export function DocumentsPanel() {
  const canEdit = usePermissions().includes('licenses.edit');
  const [edited, setEdited] = useState<LicenseDocumentKind>();
  const sources = useGraphQuery({ document: LicenseSourcesDocument, variables: {} });
  return (
    <QueryPanel query={sources} dataName="the license, the blacklist and the departments">
      {({ license, blacklist, departments }) => (
        <section className="license-panel" aria-label="License, blacklist and departments">
          <DescriptionList>
            <DescriptionItem name="License">
              <SourceOf status={{ ...license, problem: null }} />
            </DescriptionItem>
            <DescriptionItem name="Blacklist">
              {formatCount(blacklist.entries.totalCount, 'entry', 'entries')} <SourceOf status={blacklist.file} />
            </DescriptionItem>
            <DescriptionItem name="Departments">
              {formatCount(departments.list.length, 'department')} <SourceOf status={departments.file} />
            </DescriptionItem>
          </DescriptionList>
          {canEdit && (
            <div className="row-actions">
              {kinds.map(([kind, name]) => (
                <Button
                  key={kind}
                  aria-expanded={edited === kind}
                  onClick={() => setEdited(edited === kind ? undefined : kind)}
                >
                  {edited === kind ? `Close the ${name}` : `Edit the ${name}`}
                </Button>
              ))}
            </div>
          )}
          {canEdit && edited && <DocumentForm key={edited} kind={edited} />}
        </section>
      )}
    </QueryPanel>
  );
}

function SourceOf({ status: { source, path, problem } }: { readonly status: Status }) {
  if (source === 'DATABASE') {
    return <span className="hint">stored in the database; a configured file has no effect</span>;
  }
  if (path === null) {
    return <span className="hint">no file is configured</span>;
  }
  return (
    <span className="hint">
      from the file {path}
      {problem !== null && `, which cannot be used: ${problem}`}
    </span>
  );
}
