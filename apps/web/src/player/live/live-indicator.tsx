import { classes } from '../../shared/ui/classes.ts'
import { RefreshButton } from '../../shared/ui/refresh-button.tsx'
import { useConnectivity } from '../../state/connectivity.ts'

type LiveIndicatorProps = {
  /** True if the feed sends no reports, so that the data is late. */
  readonly delayed: boolean
  /** True if the last request failed, so that the list is missing or old. */
  readonly hasFailed: boolean
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** The connection state with a refresh button (LIVE-01). */
export function LiveIndicator({ delayed, hasFailed, busy, onRefresh }: LiveIndicatorProps) {
  const streaming = useConnectivity((state) => state.streaming)
  const online = useConnectivity((state) => state.online)
  return (
    <>
      <span
        role="status"
        className={classes(
          'text-12 font-bold',
          !online || hasFailed || delayed ? 'text-down' : streaming ? 'text-live' : 'text-muted',
        )}
      >
        {/* Without a network, the stream reports its end late, so the network is checked first. */}
        {!online
          ? 'Offline'
          : hasFailed
            ? 'Not updated'
            : delayed
              ? 'Live data delayed'
              : streaming
                ? 'Live updates'
                : 'Updates every 30 s'}
      </span>
      <RefreshButton busy={busy} onRefresh={onRefresh} />
    </>
  )
}
