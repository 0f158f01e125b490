import { useState } from 'react';
import { DomainDossierDocument, type DomainDossierQuery } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatRelativeTime, formatTimeInZone } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

interface DomainDossierProps {
  readonly name: string;
  readonly heading?: 'h2' | 'h4';
}

/** The registration data of a domain, loaded on request, because a lookup sends a request to its registry. */
export function DomainDossier({ name, heading: Heading = 'h2' }: DomainDossierProps) {
  const [isWanted, setWanted] = useState(false);
  const query = useGraphQuery({ document: DomainDossierDocument, variables: { domain: name }, skip: !isWanted });
  return (
    <>
      <Heading>Registration</Heading>
      {isWanted ? (
        <QueryPanel query={query} dataName="registration data">
          {({ rdapDossier }) => <Dossier dossier={rdapDossier} />}
        </QueryPanel>
      ) : (
        <p>
          <Button onClick={() => setWanted(true)}>Look up at the registry (RDAP)</Button>
        </p>
      )}
    </>
  );
}

type Data = NonNullable<DomainDossierQuery['rdapDossier']>;

function Dossier({ dossier }: { readonly dossier: Data }) {
  const { registrar, lifecycle, statuses, nameservers, dnssec, redacted } = dossier;
  return (
    <DescriptionList>
      <DescriptionItem name="Registrar">
        {registrar.name ?? 'Unknown'}
        {registrar.ianaId !== null && <span className="hint"> IANA ID {registrar.ianaId}</span>}
      </DescriptionItem>
      <DescriptionItem name="Registered">{timeOf(lifecycle.registered)}</DescriptionItem>
      <DescriptionItem name="Expires">{timeOf(lifecycle.expires)}</DescriptionItem>
      <DescriptionItem name="Last changed">{timeOf(lifecycle.lastChanged)}</DescriptionItem>
      <DescriptionItem name="Transferred">{timeOf(lifecycle.transferred)}</DescriptionItem>
      <DescriptionItem name="Status">{listOf(statuses)}</DescriptionItem>
      <DescriptionItem name="Nameservers">{listOf(nameservers)}</DescriptionItem>
      <DescriptionItem name="DNSSEC">{dnssec === null ? 'Unknown' : dnssec ? 'Signed' : 'Not signed'}</DescriptionItem>
      <DescriptionItem name="Abuse contacts">
        {listOf(dossier.abuseContacts.map(({ email, phone }) => [email, phone].filter(Boolean).join(', ')))}
      </DescriptionItem>
      <DescriptionItem name="Redacted">{listOf(redacted)}</DescriptionItem>
      <DescriptionItem name="Source">
        {dossier.source} <span className="hint">{formatRelativeTime(dossier.fetchedAt)}</span>
        {dossier.cached && <span className="hint">, cached</span>}
      </DescriptionItem>
    </DescriptionList>
  );
}

function timeOf(time: string | null): string {
  return time === null ? 'Unknown' : formatTimeInZone(time);
}

function listOf(values: readonly string[]): string {
  return values.length === 0 ? 'None' : values.join(', ');
}
