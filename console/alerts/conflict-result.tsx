import type { ComponentProps } from 'react';
import { Fact, Facts } from '../shared/facts.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';

/** The values of each side in the extensions of a CONFLICT error. */
interface TriageState {
  readonly status: string | null;
  readonly notes: string | null;
  readonly actor: string | null;
  readonly assignee: { readonly name: string } | null;
}

interface ConflictResultProps extends ComponentProps<typeof MutationResult> {
  /** The suggested action after a conflict. */
  readonly advice?: string;
}

const replaceAdvice = 'Nothing was saved; save again to replace their values.';

/** The result of a change of an alert. If another user has changed it in the meantime, both values are shown. */
export function ConflictResult({ failure, success, advice = replaceAdvice }: ConflictResultProps) {
  const { code, theirs, yours } = failure?.details ?? {};
  if (code !== 'CONFLICT' || theirs === undefined || yours === undefined) {
    return <MutationResult failure={failure} success={success} />;
  }
  return (
    <div className="notice notice-bad" role="alert">
      <p>Another user changed this alert in the meantime. {advice}</p>
      <Facts>
        <Side name="Theirs" state={theirs as TriageState} />
        <Side name="Yours" state={yours as TriageState} />
      </Facts>
    </div>
  );
}

function Side({ name, state }: { readonly name: string; readonly state: TriageState }) {
  const parts = [
    state.status && formatEnum(state.status),
    state.assignee && `assigned to ${state.assignee.name}`,
    state.notes && `notes “${state.notes}”`,
    state.actor && `by ${state.actor}`,
  ];
  return <Fact name={name}>{parts.filter(Boolean).join(', ') || 'Unassigned'}</Fact>;
}
