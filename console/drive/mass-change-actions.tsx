import { ChangeDriveMassChangeDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextAreaField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import type { MassChange } from './mass-change.js';

const actions = {
  CONFIRMED: {
    label: 'Confirm',
    consequence:
      'The changes are marked as an attack or an accidental loss. The local copy of the site cannot be removed until the mass change is resolved or dismissed.',
  },
  DISMISSED: {
    label: 'Dismiss',
    consequence:
      'The changes are marked as legitimate. They no longer prevent the removal of the local copy of the site.',
  },
  RESOLVED: {
    label: 'Resolve',
    consequence:
      'The mass change is marked as resolved; no files are restored. It no longer prevents the removal of the local copy of the site.',
  },
} as const;

/** The allowed next states of each state, as in the graph. */
const following = {
  OPEN: ['CONFIRMED', 'DISMISSED'],
  CONFIRMED: ['RESOLVED', 'DISMISSED'],
  DISMISSED: ['CONFIRMED'],
  RESOLVED: [],
} as const satisfies Record<MassChange['state'], readonly (keyof typeof actions)[]>;

/** Buttons for the decisions that the state of a mass change allows, each with notes. */
export function MassChangeActions({ massChange }: { readonly massChange: MassChange }) {
  const { id, kind, state } = massChange;
  const [notes, setNotes] = useTextDraft({ kind: 'mass-change', id }, massChange.notes);
  if (following[state].length === 0) {
    return null;
  }
  return (
    <div className="row-actions">
      {following[state].map((next) => (
        <ActionButton
          key={next}
          {...actions[next]}
          subject={`${formatEnum(kind)} ${id}`}
          document={ChangeDriveMassChangeDocument}
          // Unchanged notes may have been changed by another person since.
          variables={{ input: { id, state: next, notes: notes === massChange.notes ? undefined : notes } }}
          onDone={() => setNotes(massChange.notes)}
        >
          <TextAreaField label="Notes" rows={3} value={notes} onChange={setNotes} />
        </ActionButton>
      ))}
    </div>
  );
}
