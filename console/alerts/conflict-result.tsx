import type { ComponentProps } from 'react';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';

/** The values of an alert or incident in the extensions `theirs` and `yours` of a CONFLICT error. */
interface TriageState {
  readonly title?: string | null;
  readonly status: string | null;
  readonly notes?: string | null;
  readonly actor?: string | null;
  readonly assignee?: { readonly name: string } | null;
  readonly owner?: string | null;
}

interface ConflictResultProps extends ComponentProps<typeof MutationResult> {
  /** The suggested action after a conflict. */
  readonly advice?: string;
  /** The noun for the changed object; default: alert. */
  readonly noun?: 'alert' | 'incident';
}

const replaceAdvice = 'Nothing was saved; save again to replace their values.';

/** The result of saving an alert or incident. If another user has changed it in the meantime, both values are shown. */
export function ConflictResult({ failure, success, advice = replaceAdvice, noun = 'alert' }: ConflictResultProps) {
  const { code, theirs, yours } = failure?.details ?? {};
  if (code !== 'CONFLICT' || theirs === undefined || yours === undefined) {
    return <MutationResult failure={failure} success={success} />;
  }
  return (
    <div className="notice notice-bad" role="alert">
      <p>
        Another user changed this {noun} in the meantime. {advice}
      </p>
      <DescriptionList>
        <Side name="Theirs" state={theirs as TriageState} />
        <Side name="Yours" state={yours as TriageState} />
      </DescriptionList>
    </div>
  );
}

function Side({ name, state }: { readonly name: string; readonly state: TriageState }) {
  const owner = state.assignee?.name ?? state.owner;
  const parts = [
    state.title && `title “${state.title}”`,
    state.status && formatEnum(state.status),
    owner && `assigned to ${owner}`,
    state.notes && `notes “${state.notes}”`,
    state.actor && `by ${state.actor}`,
  ];
  return <DescriptionItem name={name}>{parts.filter(Boolean).join(', ') || 'Unassigned'}</DescriptionItem>;
}
