import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { Card } from '../../shared/ui/surfaces.tsx'
import { feedLagText } from './feed-lag-text.ts'

/** The measured delay of the feed's responses. The check of a live cashout adds this delay. */
export function FeedLag({ lag }: { readonly lag: AdminStats['feedLag'] }) {
  if (lag.goals === 0) return null
  return (
    <Card as="section" label="Feed delay">
      <h2 className="pb-2 text-16 font-bold">Feed delay</h2>
      <p className="text-14">{feedLagText(lag)}</p>
      <p className="text-12 text-muted">
        The check of a live cashout takes this much longer, in addition to the settings “Feed latency” and “Cashout
        delay”.
      </p>
    </Card>
  )
}
