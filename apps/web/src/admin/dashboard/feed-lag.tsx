import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { Card } from '../../shared/ui/surfaces.tsx'

/** The measured delay of the feed's responses. The check of a live cashout adds this delay. */
export function FeedLag({ lag: { seconds, goals } }: { readonly lag: AdminStats['feedLag'] }) {
  if (goals === 0) return null
  const measured = `95 % of the last ${goals} pushed goals appeared in feed responses within ${seconds.toFixed(1)} s.`
  return (
    <Card as="section" label="Feed delay">
      <h2 className="pb-2 text-16 font-bold">Feed delay</h2>
      <p className="text-14">{measured}</p>
      <p className="text-12 text-muted">
        The check of a live cashout takes this much longer, in addition to the settings “Feed latency” and “Cashout
        delay”.
      </p>
    </Card>
  )
}
