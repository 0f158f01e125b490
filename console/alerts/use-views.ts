import { useEffect } from 'react';
import { AlertViewsDocument } from '../generated/operations.js';
import { navigate } from '../shared/location.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { hrefOfList, type ListLocation, noView } from './list-location.js';
import { type AlertView, isChanged, listOfView, viewToOpen } from './views.js';

export interface Views {
  /** Whether the person can save views. */
  readonly isAllowed: boolean;
  readonly all: readonly AlertView[];
  /** The view that was opened. */
  readonly current: AlertView | undefined;
  /** Whether the list differs from `current`. */
  readonly isChanged: boolean;
  /**
   * Whether the URL contains only the id of a view while the views are loading, so the filter of the list is not known
   * yet.
   */
  readonly isOpening: boolean;
}

/** The saved views. A URL can open one of them. */
export function useViews(search: URLSearchParams, state: ListLocation): Views {
  const { id: viewerId, permissions } = useViewer();
  const isAllowed = permissions.includes('alerts.views');
  const query = useGraphQuery({ document: AlertViewsDocument, variables: {}, skip: !isAllowed });
  const all = query.data?.alertViews ?? [];
  const opened = viewToOpen(search, all);
  const href = opened === undefined ? undefined : hrefOfList(listOfView(opened, viewerId));
  const isLoaded = query.data !== undefined || query.failure !== undefined;

  useEffect(() => {
    if (href !== undefined && href !== location.hash) {
      navigate(href, { replace: true });
    }
  }, [href]);

  const current = all.find(({ id }) => id === state.view);
  return {
    isAllowed,
    all,
    current,
    isChanged: current !== undefined && isChanged(state, current, viewerId),
    isOpening: isAllowed && search.size === 1 && state.view !== noView && !isLoaded,
  };
}
