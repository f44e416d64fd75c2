import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'

type Skipped = AdminStats['skippedMatches'][number]

const REASONS = {
  duplicate: 'Listed twice; one entry is used',
  'long text': 'A name is too long',
  'long list': 'Too many goals or players',
  'not stored': 'Could not be stored',
  'existing game': 'Updates of this game are ignored',
} as const satisfies { readonly [reason in Skipped['reason']]: string }

/** Matches whose reports are skipped, for staff to check with the feed. */
export function SkippedMatches({ matches }: { readonly matches: readonly Skipped[] }) {
  if (matches.length === 0) return null
  return (
    <Card as="section" label="Skipped games">
      <h2 className="pb-2 text-16 font-bold">Skipped games</h2>
      <p className="pb-2 text-12 text-muted">The feed’s reports of these games are not used.</p>
      <ul className="flex flex-col">
        {matches.map(({ matchId, name, league, startTime, reason }) => (
          <li key={matchId} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
            <span className="min-w-0 flex-1">
              <b className="block break-words">{name}</b>
              <span className="block text-12 text-muted">{`${league}, ${dateTimeText(startTime)}, feed id ${matchId}`}</span>
            </span>
            <Badge tone="gold">{REASONS[reason]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
