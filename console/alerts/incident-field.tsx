import { type FormEvent, useState } from 'react';
import { AddAlertsToIncidentDocument, IncidentChoicesDocument, OpenIncidentDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { Combobox, optionsContaining } from './combobox.js';
import type { AlertDetail } from './data.js';
import { hrefOfIncident, openIncidentStatuses } from './incident-data.js';

/** The incident of an alert, or if it has none, a form that adds the alert to one. */
export function IncidentField({ alert }: { readonly alert: AlertDetail }) {
  const canChange = usePermissions().includes('alerts.incidents');
  const { incident } = alert;
  if (incident === null && !canChange) {
    return null;
  }
  return (
    <section className="detail-section" aria-labelledby="incident-title">
      <h3 id="incident-title">Incident</h3>
      {incident === null ? (
        <GroupForm key={alert.id} draftId={alert.id} tenantId={alert.tenantId} alertIds={[alert.id]} />
      ) : (
        <p>
          <a href={hrefOfIncident(incident.id)}>{incident.title}</a>{' '}
          <span className="hint">{formatEnum(incident.status)}</span>
        </p>
      )}
    </section>
  );
}

interface GroupFormProps {
  /** The tenant of the alerts. */
  readonly tenantId: string;
  readonly alertIds: readonly string[];
  /** Id that distinguishes drafts of the title of a new incident. */
  readonly draftId: string;
  readonly onGrouped?: () => void;
}

const newIncident = { id: '', name: 'New incident' };

/** Adds alerts to an open or a new incident. Open ones are searched by a part of the title. */
export function GroupForm({ tenantId, alertIds, draftId, onGrouped }: GroupFormProps) {
  const [chosen, setChosen] = useState(newIncident);
  const [typed, setTyped] = useState<string>();
  const [title, setTitle, removeSent] = useTextDraft({ kind: 'incident-title', id: draftId });
  const choices = useGraphQuery({
    document: IncidentChoicesDocument,
    variables: { filter: { tenantId, status: openIncidentStatuses, title: typed?.trim() ?? '' } },
    skip: typed === undefined,
  });
  const adding = useMutation(AddAlertsToIncidentDocument);
  const opening = useMutation(OpenIncidentDocument);
  const busy = adding.busy || opening.busy;
  const incidents = (choices.data?.incidents.nodes ?? []).map((incident) => ({
    id: incident.id,
    name: incident.title,
  }));
  const { id } = chosen;

  async function group(event: FormEvent) {
    event.preventDefault();
    adding.clear();
    opening.clear();
    const input = { alertIds: [...alertIds] };
    const saved =
      id === '' ? await opening.run({ input: { ...input, title } }) : await adding.run({ input: { ...input, id } });
    if (saved !== undefined) {
      removeSent(title);
      onGrouped?.();
    }
  }

  return (
    <form className="bulk-form" onSubmit={group}>
      <Combobox
        label="Add to incident"
        listLabel="Incidents"
        selectedName={chosen.name}
        typed={typed}
        onType={setTyped}
        options={optionsContaining([newIncident, ...incidents], typed)}
        onChoose={setChosen}
      />
      {id === '' && <TextField label="Title of the incident" maxLength={200} value={title} onChange={setTitle} />}
      <Button type="submit" disabled={busy || (id === '' && title.trim() === '')}>
        {id === '' ? 'Open incident' : 'Add to incident'}
      </Button>
      <MutationResult failure={adding.failure ?? opening.failure} />
    </form>
  );
}
