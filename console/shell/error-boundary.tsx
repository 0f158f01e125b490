import { Component, type ReactNode } from 'react';
import { Button } from '../shared/button.js';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
}

/** Keeps the navigation usable when a page fails to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <section className="state-panel state-failure" role="alert">
        <h1>This page could not be displayed</h1>
        <p>
          Reload the page. If the error persists, open this page from the navigation, which clears its filters, then
          reload it.
        </p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </section>
    );
  }
}
