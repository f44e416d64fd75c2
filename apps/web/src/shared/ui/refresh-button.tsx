import { RefreshCw } from 'lucide-react'
import { classes } from './classes.ts'

export function RefreshButton({ busy, onRefresh }: { readonly busy: boolean; readonly onRefresh: () => void }) {
  return (
    <button
      type="button"
      aria-label="Refresh"
      aria-busy={busy || undefined}
      onClick={onRefresh}
      className="-mr-3 inline-flex size-11 shrink-0 items-center justify-center"
    >
      <RefreshCw className={classes('size-5', busy && 'animate-spin')} />
    </button>
  )
}
