import { useState } from 'react';
import { DomainDossierDocument, type DomainDossierQuery } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { Fact, Facts } from '../shared/facts.js';
import { formatAge, formatTimeInZone } from '../shared/format.js';
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
    <Facts>
      <Fact name="Registrar">
        {registrar.name ?? 'Unknown'}
        {registrar.ianaId !== null && <span className="hint"> IANA ID {registrar.ianaId}</span>}
      </Fact>
      <Fact name="Registered">{timeOf(lifecycle.registered)}</Fact>
      <Fact name="Expires">{timeOf(lifecycle.expires)}</Fact>
      <Fact name="Last changed">{timeOf(lifecycle.lastChanged)}</Fact>
      <Fact name="Transferred">{timeOf(lifecycle.transferred)}</Fact>
      <Fact name="Status">{listOf(statuses)}</Fact>
      <Fact name="Nameservers">{listOf(nameservers)}</Fact>
      <Fact name="DNSSEC">{dnssec === null ? 'Unknown' : dnssec ? 'Signed' : 'Not signed'}</Fact>
      <Fact name="Abuse contacts">
        {listOf(dossier.abuseContacts.map(({ email, phone }) => [email, phone].filter(Boolean).join(', ')))}
      </Fact>
      <Fact name="Redacted">{listOf(redacted)}</Fact>
      <Fact name="Source">
        {dossier.source} <span className="hint">{formatAge(dossier.fetchedAt)}</span>
        {dossier.cached && <span className="hint">, cached</span>}
      </Fact>
    </Facts>
  );
}

function timeOf(time: string | null): string {
  return time === null ? 'Unknown' : formatTimeInZone(time);
}

function listOf(values: readonly string[]): string {
  return values.length === 0 ? 'None' : values.join(', ');
}
