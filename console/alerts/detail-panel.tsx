import './detail.css';
import { useCallback, useEffect, useRef } from 'react';
import { AlertDetailDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { navigate } from '../shared/location.js';
import { usePermissions, useViewer } from '../shared/permissions.js';
import { LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { AssigneeField } from './assignee-field.js';
import { SeverityBadge, StatusBadge, SuppressedBadge } from './badges.js';
import { Comments } from './comments.js';
import type { AlertDetail, AlertRow } from './data.js';
import { DetailDomain } from './detail-domain.js';
import { DetailEndpoint } from './detail-endpoint.js';
import { DetailFacts } from './detail-facts.js';
import { DetailFrame } from './detail-frame.js';
import { DetailHistory } from './detail-history.js';
import { Evidence } from './evidence.js';
import { IncidentField } from './incident-field.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import { RelatedAlerts } from './related-alerts.js';
import { SuppressionField } from './suppression-field.js';
import { TargetBadge } from './target-badge.js';
import { TriageForm } from './triage-form.js';
import type { Queue } from './use-queue.js';
import type { RowFocus } from './use-row-focus.js';

interface AdjacentAlertsProps {
  readonly state: ListLocation;
  /** The rows of the list, in its order. */
  readonly rows: readonly AlertRow[];
}

interface DetailPanelProps extends AdjacentAlertsProps {
  readonly queue: Queue;
  readonly focus: RowFocus;
  /** Id of the alert whose comment field receives the focus; empty for none. */
  readonly commentOn: string;
  readonly onCommentFocus: () => void;
}

/** An alert alongside the list. The facts scroll, and the triage form remains visible. Escape closes the panel. */
export function DetailPanel({ state, rows, queue, focus, commentOn, onCommentFocus }: DetailPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const detail = useGraphQuery({
    document: AlertDetailDocument,
    variables: { id: state.alert },
  });
  const close = useCallback(() => {
    navigate(hrefOfList({ ...state, alert: '' }));
    focus.focus(rows.some((row) => row.id === state.alert) ? state.alert : focus.after(state.alert));
  }, [state, rows, focus]);

  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useEscape(close);

  const alert = detail.data?.alert;
  const { id: viewerId } = useViewer();
  const { setOpenAlert } = queue;
  useEffect(() => {
    if (alert) {
      setOpenAlert(alert);
    }
  }, [alert, setOpenAlert]);
  // The list shows the sign-in form too, perhaps a moment later. A second form would then disappear while someone
  // types.
  if (detail.failure?.kind === 'sign-in') {
    return null;
  }
  return (
    <DetailFrame>
      <aside className="detail" aria-labelledby="detail-title">
        <header className="detail-head">
          <h2 id="detail-title">{alert?.endpointId ?? 'Alert'}</h2>
          <AdjacentAlerts state={state} rows={rows} />
          <Button size="small" onClick={close}>
            Close
          </Button>
          {alert && <Badges alert={alert} />}
        </header>
        <section className="detail-body" aria-labelledby="detail-title" tabIndex={-1} ref={panel}>
          {detail.failure !== undefined && <FailurePanel failure={detail.failure} />}
          {detail.failure === undefined && !alert && <LoadingPanel dataName="the alert" />}
          {alert && <Sections {...{ alert, state, queue, onCommentFocus }} isCommentOn={commentOn === alert.id} />}
        </section>
        {alert && detail.data?.alertAccess.canChange && <TriageForm key={viewerId} alert={alert} queue={queue} />}
        {detail.data?.alertAccess.canChange === false && (
          <p className="triage hint">You have read-only access to alerts.</p>
        )}
      </aside>
    </DetailFrame>
  );
}

function Badges({ alert }: { readonly alert: AlertDetail }) {
  return (
    <p className="detail-badges">
      <SeverityBadge severity={alert.severity} />
      <StatusBadge status={alert.status} />
      {alert.isSuppressed && <SuppressedBadge />}
      <TargetBadge alert={alert} />
      <span className="hint">{alert.tenantId}</span>
    </p>
  );
}

interface SectionsProps extends Pick<DetailPanelProps, 'state' | 'queue' | 'onCommentFocus'> {
  readonly alert: AlertDetail;
  readonly isCommentOn: boolean;
}

/** The facts of an alert, followed by comments, history and links. */
function Sections({ alert, state, queue, isCommentOn, onCommentFocus }: SectionsProps) {
  const canDiscuss = usePermissions().includes('alerts.discuss');
  return (
    <>
      <DetailFacts alert={alert} state={state} />
      <Evidence alertId={alert.id} />
      <RelatedAlerts alert={alert} state={state} />
      <DetailEndpoint alert={alert} />
      <DetailDomain alert={alert} />
      {canDiscuss && <AssigneeField alert={alert} queue={queue} />}
      <Comments alert={alert} hasFocus={isCommentOn} onFocused={onCommentFocus} />
      <IncidentField alert={alert} />
      <SuppressionField alert={alert} />
      <DetailHistory alert={alert} />
    </>
  );
}

/**
 * Links to the previous and next alert of the list. If an alert no longer matches the filter and leaves the list, the
 * links lead to its last neighbors.
 */
function AdjacentAlerts({ state, rows }: AdjacentAlertsProps) {
  const adjacent = useRef<{ readonly previous?: string; readonly next?: string }>({});
  const index = rows.findIndex((row) => row.id === state.alert);
  if (index >= 0) {
    adjacent.current = { previous: rows[index - 1]?.id, next: rows[index + 1]?.id };
  }
  const links = [
    { label: 'Previous', id: adjacent.current.previous },
    { label: 'Next', id: adjacent.current.next },
  ];
  return (
    <nav className="detail-adjacent" aria-label="Previous and next alert">
      {links.map(({ label, id }) =>
        id === undefined ? null : (
          <a key={label} className="button button-small" href={hrefOfList({ ...state, alert: id })}>
            {label}
          </a>
        ),
      )}
    </nav>
  );
}

/** Calls `close` when Escape is pressed, unless another control handles the key. */
function useEscape(close: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) {
        close();
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [close]);
}
