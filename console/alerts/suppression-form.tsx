import { useState } from 'react';
import {
  AddAlertSuppressionDocument,
  type AlertFilter,
  AlertSuppressionPreviewDocument,
  type AlertSuppressionPreviewQuery,
  ReplacedAlertSuppressionDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { CreateForm } from '../shared/create-form.js';
import { readDraft as readStored, storeDraft } from '../shared/drafts.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { CheckboxField, optionsOf, SelectField, TextField } from '../shared/fields.js';
import { formatCount, formatEnum, formatNumber, formatTimeInZone } from '../shared/format.js';
import { runOperation } from '../shared/graph-client.js';
import { ignoreDoubleClick } from '../shared/ignore-double-click.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { parseInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { useTask } from '../shared/use-task.js';
import { SeverityBadge } from './badges.js';
import type { Option } from './combobox.js';
import { platforms, severities } from './data.js';
import { emptyFilter } from './filter.js';
import { hrefOfAlert } from './list-location.js';
import { PersonField } from './person-field.js';
import { describeEnd, filterOfDraft, parseSuppressionDraft, type SuppressionDraft } from './suppression-draft.js';

type Preview = NonNullable<AlertSuppressionPreviewQuery['alertSuppressionPreview']>;
const previewDays = 30;

/**
 * Adds a rule, after a preview of the alerts that it would have suppressed. Typed values are a draft until the rule is
 * added.
 * @param proposal the query parameters of a proposed rule
 */
export function SuppressionForm({ proposal }: { readonly proposal: string }) {
  const viewer = useViewer();
  const draftKey = { kind: 'suppression', personId: viewer.id, id: proposal } as const;
  const [draft, setDraft] = useState<SuppressionDraft>(() => {
    const typed = readStored(draftKey)?.text;
    return typed === undefined ? parseSuppressionDraft(new URLSearchParams(proposal)) : JSON.parse(typed); // `change` stores this format.
  });
  const previewing = useTask(previewOf);
  const adding = useMutation(AddAlertSuppressionDocument);
  const [endsReplaced, setEndsReplaced] = useState(false);
  const filter = filterOfDraft(draft);
  // Any change of the filter hides its preview.
  const isPreviewed = JSON.stringify(previewing.input) === JSON.stringify(filter);
  const { data: preview, failure } = isPreviewed ? previewing : {};

  function change(next: SuppressionDraft) {
    setDraft(next);
    storeDraft(draftKey, { text: JSON.stringify(next) });
  }

  async function submit() {
    if (filter === undefined) {
      return;
    }
    if (preview === undefined) {
      await previewing.run(filter);
      return;
    }
    const input = {
      ...{ filter, reason: draft.reason.trim(), ownerId: draft.owner || undefined },
      ...{ startsAt: parseInstant(draft.from), endsAt: parseInstant(draft.until) },
      replacesId: draft.replaces || undefined,
    };
    if ((await adding.run({ input })) !== undefined) {
      storeDraft(draftKey, undefined);
      setDraft(parseSuppressionDraft(new URLSearchParams()));
      previewing.clear();
    }
  }

  return (
    <CreateForm label="New rule" isOpen={filter !== undefined || readStored(draftKey) !== undefined} onSubmit={submit}>
      <DraftFields draft={draft} onChange={change} />
      {draft.replaces !== '' && <ReplacedRule id={draft.replaces} />}
      {draft.replaces !== '' && preview && (
        <CheckboxField label="End the edited rule" checked={endsReplaced} onChange={setEndsReplaced} />
      )}
      <Button
        type="submit"
        variant={preview && 'main'}
        disabled={
          previewing.busy ||
          adding.busy ||
          filter === undefined ||
          (preview !== undefined && (draft.reason.trim() === '' || (draft.replaces !== '' && !endsReplaced)))
        }
        onClick={ignoreDoubleClick}
      >
        {preview === undefined ? 'Preview' : 'Suppress alerts'}
      </Button>
      {filter === undefined && <p className="hint">Fill in at least one field in addition to the tenant.</p>}
      {failure && <FailurePanel failure={failure} />}
      {preview && (
        <PreviewResult
          preview={preview}
          hasReason={draft.reason.trim() !== ''}
          changesExisting={draft.replaces !== ''}
        />
      )}
      <MutationResult failure={adding.failure} success={adding.data === undefined ? undefined : 'Rule added.'} />
    </CreateForm>
  );
}

/** Describes the end of the rule that the new one replaces, which does not apply to the alerts of the former. */
function ReplacedRule({ id }: { readonly id: string }) {
  const { data } = useGraphQuery({ document: ReplacedAlertSuppressionDocument, variables: { id } });
  return (
    <p className="notice" role="status">
      The new rule replaces the edited one and suppresses only new alerts. {describeEnd(data?.alertSuppression)}
    </p>
  );
}

async function previewOf(filter: AlertFilter): Promise<Preview> {
  const variables = { filter, days: previewDays };
  return (await runOperation({ document: AlertSuppressionPreviewDocument, variables })).alertSuppressionPreview;
}

interface DraftFieldsProps {
  readonly draft: SuppressionDraft;
  readonly onChange: (draft: SuppressionDraft) => void;
}

function DraftFields({ draft, onChange }: DraftFieldsProps) {
  const text = (name: 'tenant' | 'endpoint' | 'model' | 'technique' | 'reason', label: string, placeholder: string) => (
    <TextField
      label={label}
      maxLength={1000}
      placeholder={placeholder}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  return (
    <>
      {text('tenant', 'Tenant', 'All')}
      {text('endpoint', 'Endpoint', 'Hostname')}
      {text('model', 'Models', 'Comma-separated list')}
      {text('technique', 'ATT&CK', 'TA0002, T1059')}
      <fieldset className="field suppression-severities">
        <legend>Severity</legend>
        {severities.map((value) => (
          <CheckboxField
            key={value}
            label={formatEnum(value)}
            checked={draft.severity.includes(value)}
            onChange={(checked) => {
              const others = draft.severity.filter((other) => other !== value);
              onChange({ ...draft, severity: checked ? [...others, value] : others });
            }}
          />
        ))}
      </fieldset>
      <SelectField
        label="Platform"
        options={[['', 'Any'], ...optionsOf(platforms)]}
        value={draft.platform}
        onChange={(platform) => onChange({ ...draft, platform })}
      />
      <OwnerField draft={draft} onChange={onChange} />
      <TextField
        label="From (UTC)"
        type="datetime-local"
        value={draft.from}
        onChange={(from) => onChange({ ...draft, from })}
      />
      <TextField
        label="Until (UTC)"
        type="datetime-local"
        value={draft.until}
        onChange={(until) => onChange({ ...draft, until })}
      />
      {text('reason', 'Reason', 'Why these alerts need no attention')}
    </>
  );
}

/**
 * The person responsible for the rule. Roles apply to a tenant, so other people can be selected only for a rule of one
 * tenant.
 */
function OwnerField({ draft, onChange }: DraftFieldsProps) {
  const viewer = useViewer();
  const id = draft.owner || viewer.id;
  const [chosen, setChosen] = useState({ id, name: id });

  function choose(person: Option | null) {
    if (person !== null) {
      setChosen(person);
      onChange({ ...draft, owner: person.id });
    }
  }

  return (
    <PersonField
      label="Owner"
      tenantId={draft.tenant.trim()}
      person={chosen.id === id ? chosen : { id, name: id }}
      withNobody={false}
      onChoose={choose}
    />
  );
}

interface PreviewResultProps {
  readonly preview: Preview;
  readonly hasReason: boolean;
  /** Whether saving the rule restores alerts. */
  readonly changesExisting: boolean;
}

function PreviewResult({ preview, hasReason, changesExisting }: PreviewResultProps) {
  const { count, alertsInPeriod, severities: counts, samples } = preview;
  const parts = counts.filter((part) => part.count > 0);
  return (
    <div className="suppression-preview" role="status">
      <p>
        <strong>{formatCount(count, 'alert')}</strong> of {formatNumber(alertsInPeriod)} in the last {previewDays} days{' '}
        {count === 1 ? 'matches' : 'match'}
        {parts.length > 0 &&
          `: ${parts.map((part) => `${formatNumber(part.count)} ${formatEnum(part.value).toLowerCase()}`).join(', ')}`}
        .{!changesExisting && ' Existing alerts are unchanged.'}
        {!hasReason && ' Add a reason to save the rule.'}
      </p>
      <ul className="plain-list">
        {samples.map((alert) => (
          <li key={alert.id}>
            <SeverityBadge severity={alert.severity} />{' '}
            <a href={hrefOfAlert({ ...emptyFilter, tenant: alert.tenantId, suppressed: 'INCLUDE' }, alert.id)}>
              {alert.endpointId}
            </a>{' '}
            <span className="hint">
              {alert.tenantId} · {alert.modelName} · {formatTimeInZone(alert.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
