/**
 * Keeps a failure to the part of the screen it happened in, with the specification's sentence and a Retry that draws the part
 * again, which also asks the server again. `resetKey`: when it changes (another page), the failure is forgotten.
 */
import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorNotice } from "./ErrorNotice";

export type ErrorBoundaryProps = {
  message: string;
  resetKey?: string;
  /** An element to show instead of the notice. */
  fallback?: (retry: () => void) => ReactNode;
  children: ReactNode;
};

type State = { failed: boolean; resetKey: string | undefined };

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  readonly retry = () => this.setState({ failed: false });

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback, message } = this.props;
    return fallback === undefined ? (
      <ErrorNotice message={message} onRetry={this.retry} />
    ) : (
      fallback(this.retry)
    );
  }
}
