import { hrefOf } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import type { AlertDetail } from './data.js';
import { hrefOfProposedRule, suppressionsPath } from './suppression-draft.js';

/** The rules that suppress an alert, with a link that proposes a rule for alerts like it. */
export function SuppressionField({ alert }: { readonly alert: AlertDetail }) {
  const canChange = usePermissions().includes('alerts.suppress');
  const { isSuppressed, suppressions } = alert;
  if (!isSuppressed && !canChange) {
    return null;
  }
  return (
    <section className="detail-section" aria-labelledby="suppression-title">
      <h3 id="suppression-title">Suppression</h3>
      {isSuppressed && (
        <ul className="plain-list">
          {suppressions.map(({ id, reason }) => (
            <li key={id}>
              <a href={hrefOf(suppressionsPath)}>{reason}</a>
            </li>
          ))}
          {suppressions.length === 0 && <li>A rule for all tenants suppresses this alert.</li>}
        </ul>
      )}
      {canChange && <a href={hrefOfProposedRule(alert)}>Suppress alerts like this</a>}
    </section>
  );
}
