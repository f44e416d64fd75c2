import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { Card } from '../../shared/ui/surfaces.tsx'

/** The measured age of the feed's responses, which live cash-out waits for. */
export function FeedLag({ lag: { seconds, goals } }: { readonly lag: AdminStats['feedLag'] }) {
  if (goals === 0) return null
  const measured = `The feed’s responses included 95 % of the last ${goals} pushed goals within ${seconds.toFixed(1)} s.`
  return (
    <Card as="section" label="Feed delay">
      <h2 className="pb-2 text-16 font-bold">Feed delay</h2>
      <p className="text-14">{measured}</p>
      <p className="text-12 text-muted">
        Live cashout waits this long, in addition to “feed_latency” and “cashout_delay”.
      </p>
    </Card>
  )
}
