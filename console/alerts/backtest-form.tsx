import { useState } from 'react';
import { AlertSuppressionsDocument, StartPolicyBacktestDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { CreateForm } from '../shared/create-form.js';
import { SelectField, TextField } from '../shared/fields.js';
import { navigate } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { hrefOfBacktest } from './paths.js';
import { filterOfRule } from './suppression-draft.js';

const fields = [
  { name: 'days', label: 'Days', type: 'number', min: 1, step: 1, placeholder: '' },
  { name: 'tenantId', label: 'Tenant', type: 'text', placeholder: 'All' },
  { name: 'modelName', label: 'Model', type: 'text', placeholder: 'All' },
  {
    name: 'minThreshold',
    label: 'Threshold',
    type: 'number',
    min: 0,
    max: 1,
    step: 'any',
    placeholder: 'Current value',
  },
  {
    name: 'dedupWindowSeconds',
    label: 'Window, seconds',
    type: 'number',
    min: 0,
    step: 'any',
    placeholder: 'Current value',
  },
] as const;

type Values = Readonly<Record<(typeof fields)[number]['name'], string>>;

/** Starts a backtest and opens its page. */
export function BacktestForm() {
  const tenant = useSelectedTenant();
  const mutation = useMutation(StartPolicyBacktestDocument);
  const rules = useGraphQuery({ document: AlertSuppressionsDocument, variables: { isEnded: false } });
  const [suppressed, setSuppressed] = useState('all');
  const [values, setValues] = useState<Values>({
    ...{ days: '7', tenantId: tenant, modelName: '', minThreshold: '', dedupWindowSeconds: '' },
  });
  const selectedTenant = values.tenantId.trim();
  // The rules of other tenants would have no effect.
  const activeRules =
    rules.data?.alertSuppressions.filter(
      ({ state, tenantId }) =>
        state === 'ACTIVE' && (selectedTenant === '' || tenantId === null || tenantId === selectedTenant),
    ) ?? [];
  // A rule that is no longer in the list cannot be selected.
  const selectedRule = activeRules.some(({ id }) => id === suppressed) || suppressed === 'none' ? suppressed : 'all';

  async function start() {
    const input = {
      days: Number(values.days),
      tenantId: selectedTenant || null,
      modelName: values.modelName.trim() || null,
      minThreshold: numberOf(values.minThreshold),
      dedupWindowSeconds: numberOf(values.dedupWindowSeconds),
      suppressions: activeRules
        .filter(({ id }) => selectedRule === 'all' || selectedRule === id)
        .map(({ filter }) => filterOfRule(filter)),
    };
    const data = await mutation.run({ input });
    if (data !== undefined) {
      navigate(hrefOfBacktest(data.startPolicyBacktest.backtest.id));
    }
  }

  return (
    <>
      <CreateForm label="New backtest" onSubmit={start}>
        {fields.map(({ name, label, ...attributes }) => (
          <TextField
            key={name}
            label={label}
            {...attributes}
            required={name === 'days'}
            value={values[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <SelectField
          label="Suppress"
          options={[
            ['all', `By the active rules (${activeRules.length})`],
            ['none', 'Nothing'],
            ...activeRules.map(({ id, reason }) => [id, `Only: ${reason}`] as const),
          ]}
          value={selectedRule}
          onChange={setSuppressed}
        />
        <Button type="submit" variant="main" disabled={mutation.busy || rules.loading}>
          Start
        </Button>
      </CreateForm>
      <MutationResult failure={mutation.failure} />
    </>
  );
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
