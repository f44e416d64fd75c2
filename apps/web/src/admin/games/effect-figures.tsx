import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { Skeleton } from '../../shared/ui/states.tsx'
import { FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { act } from '../kit/staff-api.ts'

/** The affected players and amounts of a result. */
export const EffectFigures = ({ effect }: { readonly effect: ResultPreview }) => (
  <>
    <FigureRow name="Tickets that end or change">{effect.tickets.toLocaleString('en-UG')}</FigureRow>
    <FigureRow name="Players">{effect.players.toLocaleString('en-UG')}</FigureRow>
    <FigureRow name="Paid out" variant="strong">
      <Money amount={effect.paid} />
    </FigureRow>
    <FigureRow name="Reversed" variant="strong">
      <Money amount={effect.takenBack} />
    </FigureRow>
    {effect.openTickets > 0 && (
      <FigureRow name={`Open tickets (${effect.openTickets.toLocaleString('en-UG')}), maximum payout`}>
        <Money amount={effect.openUpTo} />
      </FigureRow>
    )}
  </>
)

export const EffectNotices = ({ effect }: { readonly effect: ResultPreview }) => (
  <>
    {effect.belowZero > 0 && (
      <Notice tone="down">{`${effect.belowZero} of these players would have a negative balance.`}</Notice>
    )}
    {!effect.isWhole && <Notice tone="info">There are more tickets than this preview includes.</Notice>}
  </>
)

type EndingPreviewProps = {
  readonly game: AdminGame
  readonly entered: EnteredResult
  /** Receives the amount that the preview shows, which staff then confirm. */
  readonly onShown: (amount: number) => void
}

/** The amount of an effect, as the server compares it with the confirmed one. */
const amountOf = ({ paid, takenBack, openUpTo }: ResultPreview): number => paid + takenBack + openUpTo

/** The effect of ending a manual game, calculated while the dialog is open. */
export function EndingPreview({ game, entered, onShown }: EndingPreviewProps) {
  const { data, isError } = useQuery({
    queryKey: ['effect of ending a game', game.id, entered],
    queryFn: () => act('POST /api/admin/games/{id}/result/preview', { params: { id: game.id }, body: entered }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (data !== undefined) onShown(amountOf(data))
  }, [data, onShown])
  if (isError) return <Notice tone="info">The effect of this change could not be calculated.</Notice>
  if (data === undefined) return <Skeleton className="h-28 w-full" />
  return (
    <>
      <dl>
        <EffectFigures effect={data} />
      </dl>
      <EffectNotices effect={data} />
    </>
  )
}
