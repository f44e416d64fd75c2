import { classes } from '../../shared/ui/classes.ts'
import { RefreshButton } from '../../shared/ui/refresh-button.tsx'
import { useConnectivity } from '../../state/connectivity.ts'

type LiveIndicatorProps = {
  /** The feed is silent: what is shown is late. */
  readonly delayed: boolean
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** Whether scores move by themselves, and how to ask for them now (LIVE-01). */
export function LiveIndicator({ delayed, busy, onRefresh }: LiveIndicatorProps) {
  const streaming = useConnectivity((state) => state.streaming)
  const online = useConnectivity((state) => state.online)
  return (
    <>
      <span
        role="status"
        className={classes(
          'text-12 font-bold',
          !online || delayed ? 'text-down' : streaming ? 'text-live' : 'text-muted',
        )}
      >
        {/* A stream over a lost network reports its end late, so this checks the network first. */}
        {!online ? 'Offline' : delayed ? 'Live data delayed' : streaming ? 'Live updates' : 'Every 30 s'}
      </span>
      <RefreshButton busy={busy} onRefresh={onRefresh} />
    </>
  )
}
