import { Component, type ErrorInfo, type ReactNode } from 'react'

type Props = { readonly children: ReactNode; readonly fallback: ReactNode }
type State = { readonly failed: boolean }

/** Contains an error in a part of the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
