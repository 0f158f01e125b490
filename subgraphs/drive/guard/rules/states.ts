import { MassChangeState } from '../vocabulary.js';

const { OPEN, CONFIRMED, DISMISSED, RESOLVED } = MassChangeState;

/** The states that may follow each state. A dismissed one may turn out to be an attack. */
const nextStates: Readonly<Record<MassChangeState, readonly MassChangeState[]>> = {
  [OPEN]: [CONFIRMED, DISMISSED],
  [CONFIRMED]: [RESOLVED, DISMISSED],
  [DISMISSED]: [CONFIRMED],
  [RESOLVED]: [],
};

/** Whether a mass change may go from one state to another. */
export function isAllowed(from: MassChangeState, to: MassChangeState): boolean {
  return nextStates[from].includes(to);
}
