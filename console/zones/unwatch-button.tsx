import { UnwatchDomainDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';

interface UnwatchButtonProps {
  /** Id of the watch. */
  readonly id: string;
  readonly domain: string;
}

/** Ends the watch of a domain after a confirmation. */
export function UnwatchButton({ id, domain }: UnwatchButtonProps) {
  return (
    <ActionButton
      label="Unwatch"
      subject={domain}
      document={UnwatchDomainDocument}
      variables={{ input: { id } }}
      consequence="The domain is no longer watched, and its registration history is deleted."
      isDestructive
    />
  );
}
