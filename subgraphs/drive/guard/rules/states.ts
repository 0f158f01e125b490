import { MassChangeState } from '../vocabulary.js';

const { OPEN, CONFIRMED, DISMISSED, RESOLVED } = MassChangeState;

/** The states that may follow each state. A dismissed mass change may turn out to be an attack and be confirmed. */
export const allowedTransitions: Readonly<Record<MassChangeState, readonly MassChangeState[]>> = {
  [OPEN]: [CONFIRMED, DISMISSED],
  [CONFIRMED]: [RESOLVED, DISMISSED],
  [DISMISSED]: [CONFIRMED],
  [RESOLVED]: [],
};

/** Whether a mass change in state `from` may be set to state `to`. */
export function isTransitionAllowed(from: MassChangeState, to: MassChangeState): boolean {
  return allowedTransitions[from].includes(to);
}
