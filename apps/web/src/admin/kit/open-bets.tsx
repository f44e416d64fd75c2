import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../shared/ui/states.tsx'
import { FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { act } from './staff-api.ts'

type OpenBetsProps = {
  /** A game, with a market or not, or a league as `country/league`; nothing for all games. */
  readonly on: { readonly game?: string; readonly market?: string; readonly league?: string }
}

/** The open bets that a change concerns, read while its dialog is open. */
export function OpenBetsFigures({ on }: OpenBetsProps) {
  const { data, isError } = useQuery({
    queryKey: ['open bets', on],
    queryFn: () => act('GET /api/admin/risk/open-bets', { query: on }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (isError) return <Notice tone="info">The open bets could not be read.</Notice>
  if (data === undefined) return <Skeleton className="h-32 w-full" />
  return (
    <dl>
      <FigureRow name="Open tickets">{data.tickets.toLocaleString('en-UG')}</FigureRow>
      <FigureRow name="Players">{data.players.toLocaleString('en-UG')}</FigureRow>
      <FigureRow name="Stakes">
        <Money amount={data.stake} />
      </FigureRow>
      <FigureRow name="Maximum payout" variant="strong">
        <Money amount={data.payout} />
      </FigureRow>
      <FigureRow name="Largest payout of one ticket">
        <Money amount={data.largest} />
      </FigureRow>
    </dl>
  )
}
