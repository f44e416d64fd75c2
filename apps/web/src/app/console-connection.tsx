import { ConnectionBar } from './connection-bar.tsx'
import { useRaisedFooter } from './raised-footer.ts'

/** The console's connection bar, beside the menu. The content ends above the bar (`--bars`). */
export function ConsoleConnection() {
  const bars = useRaisedFooter(true)
  return (
    <div ref={bars} role="status" className="fixed inset-x-0 bottom-0 z-20 md:left-50">
      <ConnectionBar
        notLiveText="The figures on this page may be out of date."
        offlineText="Changes cannot be saved until the connection is back."
      />
    </div>
  )
}
